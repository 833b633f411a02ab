import { useSyncExternalStore } from 'react';

/** Narrower than the breakpoint `md` of the styles. */
const phone = '(max-width: 47.99rem)';

export const isPhone = (): boolean => window.matchMedia(phone).matches;

const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(phone);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether the screen is a phone's; follows it when it is turned. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhone);
