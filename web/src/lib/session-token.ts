import { createStoredText } from './stored-text.ts';

/** The member's token, under the spec's name. */
const stored = createStoredText('authToken');
/** Set once a member has signed in with this browser, and left when they sign out. */
const markName = 'hasSignedIn';
let isMarkedInMemory = false;

/** The stored token, or null when no member is signed in. */
export const readToken = stored.read;

/** Whether a member has ever signed in with this browser. */
export const hasSignedInHere = (): boolean => {
  if (readToken() !== null || isMarkedInMemory) return true;
  try {
    return localStorage.getItem(markName) !== null;
  } catch {
    return false;
  }
};

const write = (token: string | null): void => {
  // Also when the token goes, for a session that began before there was a mark.
  const isKnown = token !== null || hasSignedInHere();
  isMarkedInMemory = isKnown;
  try {
    if (isKnown) localStorage.setItem(markName, 'yes');
  } catch {
    // The mark ends with the page.
  }
  stored.write(token);
};

export const storeToken = (token: string): void => write(token);

export const removeToken = (): void => write(null);

/** The id of a token's session; the token itself if it has none. */
const readSessionId = (token: string): string => {
  try {
    // No character of these payloads is written differently in base64url.
    return /"sid":"(.+?)"/.exec(atob(token.split('.')[1] ?? ''))?.[1] ?? token;
  } catch {
    return token;
  }
};

/** Whether both tokens are of one session, which renews its token. */
export const isSameSession = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && readSessionId(one) === readSessionId(other));

/** Removes the token of a request that got a 401, unless a newer token is stored by then. */
export const removeRefusedToken = (refused: string | null): void => {
  if (refused !== null && readToken() === refused) removeToken();
};

/** Calls back when the token changes, here or in another tab. Returns the function that unsubscribes. */
export const onTokenChange = stored.subscribe;
