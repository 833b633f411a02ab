/** The member's token in local storage, as the spec names it; kept in memory where storage is refused. */
const name = 'authToken';
const listeners = new Set<() => void>();
let memory: string | null = null;
let storageWorks = true;

/** The stored token, or null when nobody is signed in. */
export const readToken = (): string | null => {
  if (!storageWorks) return memory;
  try {
    return localStorage.getItem(name);
  } catch {
    storageWorks = false;
    return memory;
  }
};

const write = (token: string | null): void => {
  memory = token;
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

/** Removes the token that a refused request carried, unless someone has signed in again since. */
export const removeRefusedToken = (refused: string | null): void => {
  if (refused !== null && readToken() === refused) removeToken();
};

/** Calls back when the token changes, here or in another tab; answers how to stop. */
export const onTokenChange = (listener: () => void): (() => void) => {
  const fromAnotherTab = (event: StorageEvent) => {
    if (event.key === name || event.key === null) listener();
  };
  listeners.add(listener);
  globalThis.addEventListener?.('storage', fromAnotherTab);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', fromAnotherTab);
  };
};
