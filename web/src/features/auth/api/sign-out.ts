import { send } from '#web/lib/http.ts';
import { readToken, removeToken } from '#web/lib/session-token.ts';

/** Removes the token, and ends the session on the server in the background; a failure there is only logged. */
export const signOut = (): void => {
  const token = readToken();
  removeToken();
  if (token === null) return;
  send('/api/auth/signout', { method: 'POST', keepalive: true, token }).catch((error: unknown) => {
    console.warn('The sign-out did not reach the server', String(error));
  });
};
