import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { toSpreadsheetText } from '#domain/spreadsheet-text.ts';

type Rows = AsyncIterable<Record<string, unknown>>;

/** Rows as CSV (RFC 4180) with a head, which no spreadsheet evaluates. Begins with the byte order mark by which they detect UTF-8. */
export function toCsv(columns: readonly string[], rows: Rows): Readable {
  const formatted = stringify({
    header: true,
    bom: true,
    columns: [...columns],
    record_delimiter: 'windows',
    quoted_match: /[;\n]/,
    cast: {
      string: toSpreadsheetText,
      boolean: String,
      date: (date) => date.toISOString(),
    },
  });
  const source = Readable.from(rows);
  source.on('error', (error) => formatted.destroy(error));
  return source.pipe(formatted);
}

async function* toJsonLines(rows: Rows): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Rows as a JSON array, one a line. */
export const toJson = (rows: Rows): Readable => Readable.from(toJsonLines(rows));
