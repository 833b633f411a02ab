import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './run-row.ts';

/** Formats the table: a column for each outage, a line for each command or read, in each cell the answer and the outcome. */
export function formatTable(title: string, rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  const lines = [
    [title, ...rows.map(({ outage }) => outage)],
    ...names.map((name) => [
      name,
      ...rows.map(({ cells }) => {
        const cell = cells.get(name);
        if (cell === undefined) return '';
        if (cell.fault !== null) return `✗ ${cell.answered}: ${cell.fault}`;
        return cell.outcome === null || cell.outcome === cell.answered
          ? cell.answered
          : `${cell.answered}, ${cell.outcome}`;
      }),
    ]),
  ];
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Prints the table and writes it to `.cache/outages`. */
export function writeTable(name: string, rows: readonly Row[]): void {
  const text = formatTable(name, rows);
  const folder = join(import.meta.dirname, '../../../.cache/outages');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name.replaceAll(' ', '-')}.txt`), `${text}\n`);
  console.log(`\n${text}\n`);
}

/** Lists the cells with a fault. */
export function listFaults(rows: readonly Row[]): string[] {
  return rows.flatMap(({ outage, cells }) =>
    [...cells].flatMap(([name, { fault, answered }]) =>
      fault === null ? [] : [`${outage} × ${name}: ${fault} (${answered})`],
    ),
  );
}
