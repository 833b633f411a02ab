import { downloadFile } from '#web/lib/download-file.ts';
import { formatLondonMinute } from '#web/lib/london-time.ts';

type CsvValue = string | number | null;

/** Spreadsheets evaluate such a text as a formula, unless a quote precedes it. */
const formulaStart = /^[=+\-@\t\r]/;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const formatCell = (value: CsvValue): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (instant.test(value)) return formatLondonMinute(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** RFC 4180, with the byte order mark by which spreadsheets detect UTF-8. Instants are written as London wall time. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${[header, ...rows].map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`;

export const downloadCsv = (fileName: string, csv: string): void =>
  downloadFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
