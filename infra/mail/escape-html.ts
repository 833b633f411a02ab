const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '{': '&#123;',
  '}': '&#125;',
};

/**
 * Makes any text safe inside an HTML element and inside a quoted attribute. Braces are escaped too, because the mail provider reads
 * `{{ }}` and `{% %}` in an email as its template language.
 */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'{}]/g, (character) => ENTITIES[character] ?? character);
}
