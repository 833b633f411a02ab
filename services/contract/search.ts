import { parseSearch, toPhoneKey, toSearchKey } from '#domain/search-key.ts';

/** For sorting by the letters that texts are found by, and for dialling the number that was found. */
export { foldLetters, toDialledNumber } from '#domain/search-key.ts';

/** What a text is found by, computed once a text. */
export interface SearchKeys {
  readonly text: string;
  readonly phone: string | null;
}

export const toSearchKeys = (text: string): SearchKeys => ({
  text: toSearchKey(text),
  phone: toPhoneKey(text),
});

const hasPhone = (keys: readonly SearchKeys[], digits: string | null): boolean =>
  digits !== null && keys.some(({ phone }) => phone?.includes(digits));

/**
 * A search over the texts of one thing, such as a member's name, email and phone. Each word must be in one of them,
 * however it is spelt, or all of it is a phone number. Null for a search without a letter or digit.
 */
export function createSearch(query: string): ((keys: readonly SearchKeys[]) => boolean) | null {
  const search = parseSearch(query);
  if (search === null) return null;
  return (keys) =>
    hasPhone(keys, search.digits) ||
    search.words.every(
      (word) => keys.some(({ text }) => text.includes(word.text)) || hasPhone(keys, word.digits),
    );
}
