/** Letters that Unicode does not decompose into a plain letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ی: 'ي',
  ک: 'ك',
};
const undecomposed = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Accents, and vowel signs that many writers leave out; those of Indic scripts are letters of their own and stay. */
const accents = /(?=\p{M})[\p{sc=Inherited}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Cyrillic}\p{sc=Greek}]/gu;

/** A text without what people spell in several ways: its accents and the case of its letters. */
export const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(accents, '')
    .toLowerCase()
    .replaceAll(undecomposed, (letter) => plainLetters[letter] ?? letter);

/** Spaces, hyphens and apostrophes of any kind, and what is invisible. */
const skipped = /[\s\p{Pd}\u2212\u2043'`´‘’‚‛′ʹʻʼʽʾʿˊˋ＇\p{Default_Ignorable_Code_Point}]+/gu;

/** What texts are found by: `O’Brien`, `o'brien` and `O Brien` are one, as are `Zoë-Marie` and `zoe marie`. */
export const toSearchKey = (text: string): string =>
  foldLetters(text.replaceAll(skipped, '')).replaceAll(skipped, '');

/** The digits of a text, of Arabic and full-width ones too. */
const toLatinDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

const isInternational = (text: string): boolean => /^[\s(]*(\+|00)/.test(text);

const listDigits = (text: string): string => {
  const latin = toLatinDigits(text);
  // The zero in +44 (0)7700 900123 is dialled at home only.
  const digits = (isInternational(latin) ? latin.replace('(0)', '') : latin).replaceAll(/\D/g, '');
  return digits.replace(/^00/, '').replace(/^440/, '44');
};

/** What a phone dials for a written number: without the zero of `+44 (0)7700 900123`, which is of no number there. */
export function toDialledNumber(text: string): string {
  const digits = listDigits(text);
  return isInternational(toLatinDigits(text)) ? `+${digits}` : digits;
}

const leastDigits = 7;

/** The digits of a written phone number with its country, Britain's where it has none; null for another text. */
export function toPhoneKey(text: string): string | null {
  const digits = listDigits(text).replace(/^0/, '44');
  return digits.length < leastDigits ? null : digits;
}

/** The digits of a phone number typed to find it, perhaps a part of it; null for what is no number. */
export function toPhoneQuery(text: string): string | null {
  if (!/^[\d\s+()./\p{Pd}\u2212]+$/u.test(toLatinDigits(text))) return null;
  const digits = listDigits(text).replace(/^0/, '');
  return digits.length < 2 ? null : digits;
}

/** A search as it was typed. */
export interface ParsedSearch {
  /** All of it, where it is a phone number or a part of one. */
  readonly digits: string | null;
  /** Each has to be found. */
  readonly words: readonly { readonly text: string; readonly digits: string | null }[];
}

/** Null for a search without a letter, digit or sign. */
export function parseSearch(query: string): ParsedSearch | null {
  const words = query
    .split(/\s+/)
    .map((word) => ({ text: toSearchKey(word), digits: toPhoneQuery(word) }))
    .filter(({ text }) => text !== '');
  return words.length === 0 ? null : { digits: toPhoneQuery(query), words };
}
