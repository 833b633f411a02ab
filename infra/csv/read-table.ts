import Papa, { type ParseResult, type Parser } from 'papaparse';
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

/** Parsed at a time, in characters: a few milliseconds. */
const CHUNK = 128 * 1024;

interface Chunk {
  readonly rows: readonly string[][];
  /** The index of the row whose quotation mark is never closed. */
  readonly unclosedRow: number | undefined;
}

/** Parses chunk by chunk, and lets the process do other work after each. */
function parseChunks(text: string, delimiter: string, take: (chunk: Chunk) => void): Promise<void> {
  return new Promise((resolve) => {
    Papa.parse<string[]>(text, {
      delimiter,
      // Blank lines are retained, since they count as lines.
      skipEmptyLines: false,
      chunkSize: CHUNK,
      chunk({ data, errors }: ParseResult<string[]>, parser: Parser) {
        take({ rows: data, unclosedRow: errors.find(({ code }) => code === 'MissingQuotes')?.row });
        parser.pause();
        setImmediate(() => parser.resume());
      },
      complete: () => resolve(),
    });
  });
}

/** Reads a table of separated values whose encoding and separator are found out. */
export async function readTable(bytes: Uint8Array): Promise<TextTable> {
  const { text, encoding } = decodeText(bytes);
  // Blank lines among few others would mislead the guess.
  const { delimiter } = Papa.parse(text, {
    preview: 20,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  }).meta;
  const rows: TableRow[] = [];
  let line = 1;
  let unclosedLine: number | null = null;
  await parseChunks(text, delimiter, (chunk) => {
    for (const [index, cells] of chunk.rows.entries()) {
      if (index === chunk.unclosedRow) unclosedLine = line;
      else if (!isBlank(cells)) rows.push({ line, cells });
      line += 1 + countBreaks(cells);
    }
  });
  const [first, ...others] = rows;
  return {
    encoding,
    delimiter,
    header: (first?.cells ?? []).map((cell) => cell.trim()),
    rows: others,
    unclosedLine,
  };
}
