import type { Row } from './tell-cells.ts';

/** The table of crash points and what each came to, a line for those that came to the same. */
export function printTable(rows: readonly Row[]): string {
  const lines = new Map<string, { effect: string; gone: string; again: string }[]>();
  for (const { scenario, effect, when, again, outcome, wrong } of rows) {
    const cells = lines.get(scenario) ?? [];
    const name = `${when} ${effect}`;
    const result = wrong.length === 0 ? outcome : 'WRONG';
    const last = cells.at(-1);
    const isSecond =
      last !== undefined && last.effect === name && (again ? last.again === '' : last.gone === '');
    const cell = isSecond ? last : { effect: name, gone: '', again: '' };
    cell[again ? 'again' : 'gone'] = result;
    if (!isSecond) cells.push(cell);
    lines.set(scenario, cells);
  }
  const text = [...lines].flatMap(([scenario, cells]) => [
    scenario,
    ...cells.map(({ effect, gone, again }) => {
      const same = gone === again || again === '' ? gone : `${gone} | asked again: ${again}`;
      return `    ${effect.padEnd(56)} ${same}`;
    }),
  ]);
  const wrong = rows.filter((row) => row.wrong.length > 0).length;
  return [...text, `${rows.length} cells, ${wrong} of them wrong`].join('\n');
}
