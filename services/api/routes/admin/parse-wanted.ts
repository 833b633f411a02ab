import { type ParsedSearch, parseSearch, toSearchKey } from '#domain/search-key.ts';
import { numericIdText } from '#services/contract/values.ts';

const leastLetters = 2;
/** A shorter text with a digit is in too many ids. */
const leastIdCharacters = 6;
/** So many letters without a digit are in an id by chance as good as never, and a part of an id can lack digits. */
const leastIdLetters = 8;

/** What the text of the staff's search can be. */
export interface Wanted {
  readonly search: ParsedSearch | null;
  /** As the id of a class or booking. */
  readonly id: number | null;
  /** As a part of the id of a payment or lot. */
  readonly idPart: string | null;
}

const isIdPart = (query: string): boolean =>
  /^[A-Za-z0-9_-]+$/.test(query) &&
  (query.includes('_') ||
    query.length >= leastIdLetters ||
    (query.length >= leastIdCharacters && /\d/.test(query)));

export function parseWanted(query: string): Wanted {
  const id = numericIdText.safeParse(query);
  const search = toSearchKey(query).length < leastLetters ? null : parseSearch(query);
  return { search, id: id.success ? id.data : null, idPart: isIdPart(query) ? query : null };
}
