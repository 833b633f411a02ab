import { send } from '#web/lib/http.ts';
import { readToken, removeToken } from '#web/lib/session-token.ts';
import { withPushDevice } from './with-push-device.ts';

/** Ends a session on the server in the background; a failure there is only logged. */
export const endSession = (token: string): void => {
  send('/api/auth/signout', { method: 'POST', keepalive: true, token }).catch((error: unknown) => {
    console.warn('The sign-out did not reach the server', String(error));
  });
};

/** Removes the token, ends its session and what this browser gets for it. */
export const signOut = (): void => {
  const token = readToken();
  removeToken();
  if (token !== null) endSession(token);
  // The studio learns it from the push service, as the session is ending.
  withPushDevice(({ unsubscribeDevice }) => unsubscribeDevice());
};
