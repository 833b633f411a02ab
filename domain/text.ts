/**
 * Removes what XML, Excel, a calendar or a mail header cannot carry, and invisible characters that disguise a text.
 * `typed-text.ts` refuses these in input, but older events contain them. Line breaks become line feeds.
 */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Bidi_Control}\p{Noncharacter_Code_Point}\ufeff]|(?!\n)\p{Cc}/gu, '')
    .toWellFormed()
    .trim();

/** The same for text of one line, such as a name. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ');
