import { useLocation } from 'react-router-dom';
import { useStaffSession } from './staff-session.ts';

/** The token that the page's live updates are read with: on the admin's pages theirs, who follow the changes of every member. */
export const useLiveToken = (memberToken: string | null): string | null => {
  const staff = useStaffSession();
  const isAdminPage = /^\/admin(\/|$)/.test(useLocation().pathname);
  return isAdminPage && staff?.role === 'admin' ? staff.token : memberToken;
};
