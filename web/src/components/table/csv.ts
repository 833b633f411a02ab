import { formatCsvText } from '#services/contract/csv-text.ts';
import { downloadFile } from '#web/lib/download-file.ts';
import { formatLondonMinute } from '#web/lib/london-time.ts';

type CsvValue = string | number | null;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const formatCell = (value: CsvValue): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return instant.test(value) ? formatLondonMinute(value) : formatCsvText(value);
};

/** RFC 4180, with the byte order mark by which spreadsheets detect UTF-8. Instants are written as London wall time. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${[header, ...rows].map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`;

export const downloadCsv = (fileName: string, csv: string): void =>
  downloadFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
