/**
 * Text that people type, cleaned of what would let it look like something else: control characters, and those that change the
 * direction of the text around them. Several lines stay, separated by line feeds.
 */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Bidi_Control}\ufeff]|(?!\n)\p{Cc}/gu, '')
    .toWellFormed()
    .trim();

/** The same on one line, such as a name. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ');
