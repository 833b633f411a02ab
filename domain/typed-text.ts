/** Texts as people type and paste them: brought to one form, and checked for what they could not have meant. */

const lineEnd = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const spaces = /[^\S\n]+/g;

/** A text of several lines in its one form: NFC, one space between words, no space at the end of a line. */
export const normaliseLines = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(lineEnd, '\n')
    .replaceAll(spaces, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim();

/** The same on one line, such as a name. */
export const normaliseLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();

/** The scripts whose spelling needs the two joiners, such as Persian and Hindi; elsewhere a joiner is only invisible. */
const joinedScripts = [
  ...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Adlm', 'Rohg', 'Mong', 'Phag', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya'],
  ...['Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'],
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');

/** What is invisible and still belongs to what people type; the rest of its kind is refused. */
const meaningful = [
  // A joiner after a letter or a vowel sign of a script that is spelt with it.
  `(?<=(?=[\\p{L}\\p{M}])[${joinedScripts}])[\\u200c\\u200d]`,
  // The joiner of an emoji of several, such as a family.
  '(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]*)\\u200d(?=\\p{Extended_Pictographic})',
  // The flags of England, Scotland and Wales: a black flag and letters that only it shows.
  '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}]',
  // Chooses between two forms of the character before it.
  '\\p{Variation_Selector}',
  // Signs of Arabic, Syriac and Kaithi that are seen, although Unicode calls them format characters.
  '[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]',
].join('|');

/** Control, format and bidirectional characters, blank letters, and what is no character at all. */
const refused = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]';

const firstRefused = new RegExp(`(?!\\n|${meaningful})${refused}`, 'u');

const shownBefore = 12;

/**
 * The sentence that refuses a text with an invisible character; null for a text without one. It names the place of the character,
 * because it can't be seen.
 */
export function findInvisible(text: string): string | null {
  const at = text.search(firstRefused);
  if (at === -1) return null;
  // Not all of a long text, since finding what people see as characters takes its time.
  const before = text.slice(Math.max(0, at - 100), at).trim();
  const advice = 'Please delete it, or type the text again.';
  if (before === '') return `This starts with an invisible character. ${advice}`;
  const graphemes = listGraphemes(before);
  const shown = graphemes.slice(-shownBefore).join('');
  return `There is an invisible character after “${graphemes.length > shownBefore ? '…' : ''}${shown}”. ${advice}`;
}

/** Whether a name can be read: it has a letter of some alphabet, not only a blank one. */
export const hasLetter = (text: string): boolean => /(?!\p{Default_Ignorable_Code_Point})\p{L}/u.test(text);

/** Whether what is no person's name can be read, such as the template "2026". */
export const hasLetterOrDigit = (text: string): boolean =>
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(text);

/** A phone number as it was written, without the invisible characters that phones put around a number they copy. */
export const normalisePhone = (text: string): string =>
  normaliseLine(text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''));

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const listGraphemes = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The beginning of a text, cut between what people see as characters, at most `max` of them. */
export function cutText(text: string, max: number): string {
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === max) return text.slice(0, index);
    count += 1;
  }
  return text;
}
