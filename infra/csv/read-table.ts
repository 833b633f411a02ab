import Papa from 'papaparse';
import { decodeText, type TextEncoding } from './decode-text.ts';

export interface TableRow {
  /** In the file, from 1; a cell can have line breaks, so it is not the row's number. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface TextTable {
  readonly encoding: TextEncoding;
  readonly delimiter: string;
  readonly header: readonly string[];
  /** Without blank lines. */
  readonly rows: readonly TableRow[];
  /** The line of a quotation mark that is never closed, after which nothing can be read; null when all can. */
  readonly unclosedLine: number | null;
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
const countBreaks = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

/** Reads a table of separated values whose encoding and separator are found out. */
export function readTable(bytes: Uint8Array): TextTable {
  const { text, encoding } = decodeText(bytes);
  const { delimiter } = Papa.parse(text, {
    preview: 20,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  }).meta;
  // Blank lines are kept, since they count as lines; among few others they would mislead the guess.
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: false });
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes');
  const rows: TableRow[] = [];
  let line = 1;
  let unclosedLine: number | null = null;
  for (const [index, cells] of data.entries()) {
    if (index === unclosed?.row) {
      unclosedLine = line;
      break;
    }
    if (!isBlank(cells)) rows.push({ line, cells });
    line += 1 + countBreaks(cells);
  }
  const [first, ...others] = rows;
  return {
    encoding,
    delimiter,
    header: (first?.cells ?? []).map((cell) => cell.trim()),
    rows: others,
    unclosedLine,
  };
}
