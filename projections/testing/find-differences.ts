import type pg from 'pg';
import type { Projection, StudioRecord } from '../definition/projection.ts';
import type { AnyTable } from '../definition/table.ts';
import { projectAll } from './naive-tables.ts';

type Row = Record<string, unknown>;

/** Selects timestamps as ISO text and 64-bit numbers as text, as they are written. */
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

/** Finds differences between the tables in Postgres and these events projected one by one. */
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
      const expectedRows = serializeRows(table, expected.rows(table));
      const [actualSet, expectedSet] = [new Set(actual), new Set(expectedRows)];
      found.push(
        ...expectedRows.filter((row) => !actualSet.has(row)).map((row) => `${table.name} lacks ${row}`),
      );
      found.push(...actual.filter((row) => !expectedSet.has(row)).map((row) => `${table.name} has ${row}`));
    }
  }
  return found;
}
