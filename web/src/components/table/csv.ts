import { downloadFile } from '../../lib/download-file.ts';
import { formatLondonMinute } from '../../lib/london-time.ts';

export type CsvValue = string | number | boolean | null | undefined;

/** A spreadsheet takes what starts so for a formula; a quote before it keeps it text. */
const startsFormula = /^[=+\-@\t\r]/;

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const cell = (value: CsvValue): string => {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  if (isInstant.test(value)) return formatLondonMinute(value);
  const text = startsFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** RFC 4180, with the mark by which spreadsheets know UTF-8; an instant is written as London reads it. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

export const downloadCsv = (fileName: string, csv: string): void =>
  downloadFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
