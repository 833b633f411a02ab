/**
 * Text on its way out, cleaned of what XML, Excel, a calendar or a mail header cannot carry, and of what would make it resemble
 * something else. `typed-text.ts` refuses that when it is typed, but events from before have it. Several lines stay, separated by
 * line feeds.
 */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Bidi_Control}\p{Noncharacter_Code_Point}\ufeff]|(?!\n)\p{Cc}/gu, '')
    .toWellFormed()
    .trim();

/** The same on one line, such as a name. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ');
