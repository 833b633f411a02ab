import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { unpackWoff } from './unpack-woff.ts';

const { resolve } = createRequire(import.meta.url);

/** The scripts of Noto Sans, each a file of its own; the first one that has a character shows it. */
const SCRIPTS = [
  'latin',
  'latin-ext',
  'vietnamese',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
] as const;
type Script = (typeof SCRIPTS)[number];

const weights = { regular: 400, bold: 600 } as const;
export type Weight = keyof typeof weights;

interface FontFile {
  readonly name: string;
  readonly data: Buffer;
}

export const getFontName = (script: Script, weight: Weight): string => `${script}-${weight}`;

const readFont = (script: Script, weight: Weight): Buffer =>
  unpackWoff(
    readFileSync(resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weights[weight]}-normal.woff`)),
  );

let fonts: readonly FontFile[] | undefined;

/** Reads every font file, once. */
export function readFonts(): readonly FontFile[] {
  fonts ??= SCRIPTS.flatMap((script) =>
    (['regular', 'bold'] as const).map((weight) => ({
      name: getFontName(script, weight),
      data: readFont(script, weight),
    })),
  );
  return fonts;
}

type Range = readonly [from: number, to: number];

function parseRange(text: string): Range {
  const [from = '', to = from] = text.replace('U+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

function readRanges(): readonly (readonly [Script, readonly Range[]])[] {
  const path = resolve('@fontsource/noto-sans/unicode.json');
  const texts = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8')));
  return SCRIPTS.map((script) => [script, (texts[script] ?? '').split(',').map(parseRange)] as const);
}

interface Run {
  readonly script: Script;
  readonly text: string;
}

export type SplitRuns = (text: string) => Run[];

/**
 * Creates the function that splits a line by the font that has its characters. A character that no font has is shown as
 * its code, so that nothing is lost silently.
 */
export function createSplitRuns(): SplitRuns {
  const ranges = readRanges();
  const find = (code: number) =>
    ranges.find(([, those]) => those.some(([from, to]) => code >= from && code <= to))?.[0];
  return (line) => {
    const runs: { script: Script; text: string }[] = [];
    for (const character of line.normalize('NFC')) {
      const code = character.codePointAt(0) ?? 0;
      const found = find(code);
      const script = found ?? 'latin';
      const text =
        found === undefined ? `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]` : character;
      const last = runs.at(-1);
      if (last?.script === script) last.text += text;
      else runs.push({ script, text });
    }
    return runs;
  };
}
