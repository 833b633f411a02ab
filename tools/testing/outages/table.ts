import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './run-row.ts';

/** The table as text: an outage a column, a command or a read a line, in each cell the answer and what came of it. */
export function tableText(title: string, rows: readonly Row[]): string {
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

/** Prints the table and keeps it in `.cache/outages`, for whoever runs the tests without looking. */
export function showTable(name: string, rows: readonly Row[]): void {
  const text = tableText(name, rows);
  const folder = join(import.meta.dirname, '../../../.cache/outages');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name.replaceAll(' ', '-')}.txt`), `${text}\n`);
  console.log(`\n${text}\n`);
}

/** Every cell in which something is wrong, in words. */
export function faultsOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ outage, cells }) =>
    [...cells].flatMap(([name, { fault, answered }]) =>
      fault === null ? [] : [`${outage} × ${name}: ${fault} (${answered})`],
    ),
  );
}
