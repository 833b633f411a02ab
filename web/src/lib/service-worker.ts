import { readToken } from './session-token.ts';
import { readStaffToken } from './staff-session.ts';

export const workerPath = '/service-worker.js';

/** Prepares the site for opening offline, once a member or the staff uses it here: visitors have nothing to read offline. */
export const prepareOffline = (): void => {
  if (!('serviceWorker' in navigator) || (readToken() ?? readStaffToken()) === null) return;
  navigator.serviceWorker.register(workerPath).catch((error: unknown) => {
    console.warn('The site cannot be opened offline', String(error));
  });
};
