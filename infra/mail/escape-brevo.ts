/**
 * Plain text for Brevo, which reads `{{ }}`, `{% %}` and `{# #}` in subjects and texts as its template language.
 * There is no escape for them, but a blank between the two characters makes them text.
 */
export const escapeTemplate = (text: string): string =>
  text.replaceAll(/\{(?=[{%#])/g, '{ ').replaceAll(/[}%#](?=\})/g, '$& ');

/** A header of one line, such as the subject. */
export const escapeHeader = (text: string): string =>
  escapeTemplate(
    text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Z}\p{Bidi_Control}\p{Noncharacter_Code_Point}\ufeff]+/gu, ' ')
      .trim(),
  );

/** Brevo refuses longer names. */
const maxNameLength = 70;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text that is not longer, cut between what people see as characters. */
function cutToLength(text: string, maxLength: number): string {
  let cut = '';
  for (const { segment } of segmenter.segment(text)) {
    if (cut.length + segment.length > maxLength) break;
    cut += segment;
  }
  return cut;
}

/** The name beside an address, without the characters that delimit addresses and encoded words (RFC 5322 and 2047). */
export const escapeDisplayName = (name: string): string =>
  cutToLength(escapeHeader(name.replaceAll(/[<>()[\]\\,;:@"{}]|=\?|\?=/g, ' ')), maxNameLength).trim();
