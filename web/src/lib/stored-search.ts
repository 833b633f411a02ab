import { useState } from 'react';
import { readStaffIdentity } from './staff-session.ts';

const prefix = 'tableSearch';

const toKey = (name: string): string => `${prefix}/${readStaffIdentity() ?? ''}/${name}`;

function load(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function save(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Where the browser refuses storage, the search lasts as long as the table.
  }
}

/** Forgets every search of this tab. */
export function forgetSearches(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(`${prefix}/`)) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was stored.
  }
}

/**
 * The search of a table, stored so that it survives a reload and a change of tab within the page. It is not in the address, because it
 * can be a name or an email.
 */
export function useStoredSearch(name: string): [string, (text: string) => void] {
  const [key] = useState(() => toKey(name));
  const [text, setText] = useState(() => load(key));
  const change = (next: string) => {
    setText(next);
    save(key, next);
  };
  return [text, change];
}
