import { send } from '../../../lib/http.ts';
import { readToken, removeToken } from '../../../lib/session-token.ts';

/** Forgets the token at once; the server is told without waiting, and a failure there is only logged. */
export const signOut = (): void => {
  const token = readToken();
  removeToken();
  if (token === null) return;
  send('/api/auth/signout', { method: 'POST', keepalive: true, token }).catch((error: unknown) => {
    console.warn('The sign-out did not reach the server', String(error));
  });
};
