/**
 * Plain text for Brevo, which reads `{{ }}`, `{% %}` and `{# #}` in subjects and texts as its template language and has no escape
 * for them: a blank between the two characters makes them text.
 */
export const escapeTemplate = (text: string): string =>
  text.replaceAll(/\{(?=[{%#])/g, '{ ').replaceAll(/[}%#](?=\})/g, '$& ');

/** A header of one line, such as the subject. */
export const escapeHeader = (text: string): string =>
  escapeTemplate(text.replaceAll(/[\p{Cc}\p{Z}\p{Bidi_Control}\ufeff]+/gu, ' ').trim());

/** Brevo refuses longer names. */
const maxNameLength = 70;

/** The name beside an address, without the characters that delimit addresses and encoded words (RFC 5322 and 2047). */
export const escapeDisplayName = (name: string): string =>
  Array.from(escapeHeader(name.replaceAll(/[<>()[\]\\,;:@"{}]|=\?|\?=/g, ' ')))
    .slice(0, maxNameLength)
    .join('')
    .trim();
