/** The member's token in local storage, under the spec's name; in memory where the browser refuses storage. */
const name = 'authToken';
/** Set once a member has signed in with this browser, and left when they sign out. */
const markName = 'hasSignedIn';
const listeners = new Set<() => void>();
let inMemory: string | null = null;
let isMarkedInMemory = false;
let storageWorks = true;

/** The stored token, or null when no member is signed in. */
export const readToken = (): string | null => {
  if (!storageWorks) return inMemory;
  try {
    return localStorage.getItem(name);
  } catch {
    storageWorks = false;
    return inMemory;
  }
};

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
  inMemory = token;
  isMarkedInMemory = isKnown;
  try {
    if (token === null) localStorage.removeItem(name);
    else localStorage.setItem(name, token);
    if (isKnown) localStorage.setItem(markName, 'yes');
  } catch {
    storageWorks = false;
  }
  for (const listener of listeners) listener();
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
export const onTokenChange = (listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === name || event.key === null) listener();
  };
  listeners.add(listener);
  globalThis.addEventListener?.('storage', onStorage);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', onStorage);
  };
};
