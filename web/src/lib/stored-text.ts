/** A text in local storage; in memory where the browser refuses storage. */
export function createStoredText(key: string) {
  const listeners = new Set<() => void>();
  let memory: string | null = null;
  let isStorageUsable = true;

  return {
    read: (): string | null => {
      if (!isStorageUsable) return memory;
      try {
        return localStorage.getItem(key);
      } catch {
        isStorageUsable = false;
        return memory;
      }
    },
    /** Null removes the text. */
    write: (text: string | null): void => {
      memory = text;
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
      } catch {
        isStorageUsable = false;
      }
      for (const listener of listeners) listener();
    },
    /** Calls back when the text changes, in this tab or another. Returns the function that unsubscribes. */
    subscribe: (listener: () => void): (() => void) => {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      listeners.add(listener);
      globalThis.addEventListener?.('storage', onStorage);
      return () => {
        listeners.delete(listener);
        globalThis.removeEventListener?.('storage', onStorage);
      };
    },
  };
}
