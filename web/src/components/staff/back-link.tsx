import { Link } from 'react-router-dom';

/** Leads from a page of the staff to the one that it belongs to. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="text-link inline-flex min-h-11 items-center self-start">
    {children}
  </Link>
);
