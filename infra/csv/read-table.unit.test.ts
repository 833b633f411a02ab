import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { readTable } from './read-table.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));
const bigEndian = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());

describe('decodeText', () => {
  const text = 'name,email\nZoë Müller,zoe@example.com\n';
  it.each([
    ['UTF-8', bytes(text), 'utf-8'],
    ['UTF-8 with a mark', bytes(`\u{feff}${text}`), 'utf-8'],
    ['UTF-16 with a mark', bytes(`\u{feff}${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark', bytes(text, 'utf16le'), 'utf-16le'],
    ['UTF-16, big endian', bigEndian(`\u{feff}${text}`), 'utf-16be'],
    ['UTF-16, big endian without a mark', bigEndian(text), 'utf-16be'],
    ['Windows-1252', bytes(text, 'latin1'), 'windows-1252'],
  ])('reads %s', (_name, file, encoding) => {
    expect(decodeText(file)).toEqual({ text, encoding });
  });

  it('reads what Windows-1252 has beyond Latin 1', () => {
    const file = new Uint8Array([0x80, 0x31, 0x92, 0x73]);
    expect(decodeText(file).text).toBe('€1’s');
  });
});

describe('readTable', () => {
  it.each([',', ';', '\t', '|'])('finds the separator %j, also of one line', async (delimiter) => {
    const { header, rows, ...table } = await readTable(bytes(['name', 'email'].join(delimiter)));
    expect(table.delimiter).toBe(delimiter);
    expect(header).toEqual(['name', 'email']);
    expect(rows).toEqual([]);
    const two = await readTable(bytes(`name${delimiter}email\nAnn${delimiter}ann@example.com\n`));
    expect(two.rows).toEqual([{ line: 2, cells: ['Ann', 'ann@example.com'] }]);
  });

  it.each(['\n', '\r\n', '\r'])(
    'counts lines that end with %j, over blank ones and breaks in a cell',
    async (end) => {
      const lines = ['a,b', '1,2', '', `"x${end}y",3`, ' , ', '4,5', ''];
      const { rows } = await readTable(bytes(lines.join(end)));
      expect(rows.map(({ line, cells }) => [line, cells[1]])).toEqual([
        [2, '2'],
        [4, '3'],
        [7, '5'],
      ]);
    },
  );

  it('keeps separators and quotes in a quoted cell', async () => {
    const { rows } = await readTable(bytes('a,b\n"Smith, ""Ann""",2\n'));
    expect(rows[0]?.cells).toEqual(['Smith, "Ann"', '2']);
  });

  it('names the place where a quotation mark is not closed, and reads what is above', async () => {
    const table = await readTable(bytes('a,b\n1,2\n"x,3\n4,5\n'));
    expect(table).toMatchObject({ unclosedLine: 3, rows: [{ line: 2 }] });
  });

  it('reads an empty file as one without columns', async () => {
    expect(await readTable(bytes(''))).toMatchObject({ header: [], rows: [], unclosedLine: null });
  });

  describe('of a file of many chunks', () => {
    const count = 40_000;
    const build = (end: string) =>
      Array.from({ length: count }, (_, index) =>
        index % 3 === 0 ? `"${index}, ""x""${end}y",b${index}` : `${index},b${index}`,
      ).join(end);

    it.each(['\n', '\r\n', '\r'])('reads every line that ends with %j once, in order', async (end) => {
      const { rows, header, unclosedLine } = await readTable(bytes(`a,b${end}${build(end)}${end}`));
      expect(header).toEqual(['a', 'b']);
      expect(unclosedLine).toBeNull();
      let line = 2;
      const expected = Array.from({ length: count }, (_, index) => {
        const isQuoted = index % 3 === 0;
        const row = { line, cells: [isQuoted ? `${index}, "x"${end}y` : `${index}`, `b${index}`] };
        line += isQuoted ? 2 : 1;
        return row;
      });
      expect(JSON.stringify(rows)).toBe(JSON.stringify(expected));
    });

    it('finds a quotation mark that is not closed in the last and in the first chunk', async () => {
      const last = await readTable(bytes(`a,b\n${build('\n')}\n"x,3\n4,5`));
      expect(last.rows.length).toBe(count);
      expect(last.unclosedLine).toBe(2 + count + Math.ceil(count / 3));
      const plain = Array.from({ length: count }, (_, index) => `${index},b`).join('\n');
      const first = await readTable(bytes(`a,b\n1,2\n"x,3\n${plain}`));
      expect(first).toMatchObject({ unclosedLine: 3, rows: [{ line: 2 }] });
    });

    it('lets the process do other work in between', async () => {
      let turns = 0;
      let isDone = false;
      const turn = () => {
        turns += 1;
        if (!isDone) setImmediate(turn);
      };
      setImmediate(turn);
      await readTable(bytes(`a,b\n${build('\n')}`));
      isDone = true;
      expect(turns).toBeGreaterThan(3);
    });
  });
});
