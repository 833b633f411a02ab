import { toSpreadsheetText } from '#domain/spreadsheet-text.ts';

/** Text as a cell of a CSV file (RFC 4180). */
export function formatCsvText(text: string): string {
  const safe = toSpreadsheetText(text);
  return /[",;\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
