/** The member's token in local storage, under the spec's name; in memory where the browser refuses storage. */
const name = 'authToken';
const listeners = new Set<() => void>();
let inMemory: string | null = null;
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

const write = (token: string | null): void => {
  inMemory = token;
  try {
    if (token === null) localStorage.removeItem(name);
    else localStorage.setItem(name, token);
  } catch {
    storageWorks = false;
  }
  for (const listener of listeners) listener();
};

export const storeToken = (token: string): void => write(token);

export const removeToken = (): void => write(null);

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
