import type { Row } from './run-scenarios.ts';

/** Formats the table of crash points with their outcomes. A repeated request shares a line with the single one. */
export function formatTable(rows: readonly Row[]): string {
  const lines = new Map<string, { effect: string; single: string; repeated: string }[]>();
  for (const { scenario, effect, when, repeated, outcome, wrong } of rows) {
    const cells = lines.get(scenario) ?? [];
    const name = `${when} ${effect}`;
    const result = wrong.length === 0 ? outcome : 'WRONG';
    const last = cells.at(-1);
    const isSecond =
      last !== undefined && last.effect === name && (repeated ? last.repeated === '' : last.single === '');
    const cell = isSecond ? last : { effect: name, single: '', repeated: '' };
    cell[repeated ? 'repeated' : 'single'] = result;
    if (!isSecond) cells.push(cell);
    lines.set(scenario, cells);
  }
  const text = [...lines].flatMap(([scenario, cells]) => [
    scenario,
    ...cells.map(({ effect, single, repeated }) => {
      const isSame = single === repeated || repeated === '';
      return `    ${effect.padEnd(56)} ${isSame ? single : `${single} | repeated: ${repeated}`}`;
    }),
  ]);
  const wrong = rows.filter((row) => row.wrong.length > 0).length;
  return [...text, `${rows.length} cells, ${wrong} of them wrong`].join('\n');
}
