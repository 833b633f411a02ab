import type pg from 'pg';
import type { Projection, StudioRecord } from '../definition/projection.ts';
import type { AnyTable } from '../definition/table.ts';
import { projectAll } from './naive-tables.ts';

type Row = Record<string, unknown>;

/** Timestamps as ISO text and 64-bit numbers as text, which is how they are written. */
function formatSelect(table: AnyTable): string {
  const columns = Object.entries(table.columns).map(([name, type]) => {
    if (type.startsWith('timestamptz')) {
      return `to_char("${name}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${name}"`;
    }
    return type.startsWith('bigint') ? `"${name}"::text` : `"${name}"`;
  });
  return `SELECT ${columns.join(', ')} FROM "${table.name}"`;
}

const serializeRows = (table: AnyTable, rows: readonly Row[]) =>
  rows.map((row) => JSON.stringify(Object.keys(table.columns).map((column) => row[column]))).sort();

/** Where the tables in Postgres are not what these events, projected one by one, come to. */
export async function findDifferences(
  pool: pg.Pool,
  projections: readonly Projection[],
  events: readonly StudioRecord[],
): Promise<string[]> {
  const found: string[] = [];
  for (const projection of projections) {
    const expected = projectAll(projection, events);
    for (const table of projection.tables) {
      const { rows } = await pool.query<Row>(formatSelect(table));
      const actual = serializeRows(table, rows);
      const wanted = serializeRows(table, expected.rows(table));
      const [here, due] = [new Set(actual), new Set(wanted)];
      found.push(...wanted.filter((line) => !here.has(line)).map((line) => `${table.name} lacks ${line}`));
      found.push(...actual.filter((line) => !due.has(line)).map((line) => `${table.name} has ${line}`));
    }
  }
  return found;
}
