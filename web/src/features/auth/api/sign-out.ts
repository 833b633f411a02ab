import { send } from '#web/lib/http.ts';
import { readToken, removeToken } from '#web/lib/session-token.ts';

/** Ends a session on the server in the background; a failure there is only logged. */
export const endSession = (token: string): void => {
  send('/api/auth/signout', { method: 'POST', keepalive: true, token }).catch((error: unknown) => {
    console.warn('The sign-out did not reach the server', String(error));
  });
};

/** Removes the token, and ends its session. */
export const signOut = (): void => {
  const token = readToken();
  removeToken();
  if (token !== null) endSession(token);
};
