import type { Projection } from '../definition/projection.ts';
import type { AnyTable } from '../definition/table.ts';
import type { Queryable } from '../runner/checkpoints.ts';
import { qualifyTable } from '../runner/statements.ts';

/** A row or value of a read model that differs from the events. */
export interface RowDifference {
  readonly projection: string;
  readonly table: string;
  /** The row, by its key. */
  readonly key: Readonly<Record<string, string>>;
  /** Null for a difference of the whole row. */
  readonly column: string | null;
  /** The value by the events; null for no value or no row. */
  readonly expected: string | null;
  readonly found: string | null;
  readonly sentence: string;
}

export interface TableComparison {
  readonly differences: readonly RowDifference[];
  /** Number of rows that differ, including unlisted ones. */
  readonly differing: number;
  readonly rows: number;
}

/** Maximum number of listed rows for each table. */
const MAX_LISTED = 100;

/** Read models with personal data, whose values are hidden in the result. */
const PERSONAL = ['members', 'registrations', 'staff'];
const HIDDEN = '(personal data)';

const quote = (column: string) => `"${column}"`;
const formatTexts = (alias: string, columns: readonly string[]) =>
  columns.map((column) => `${alias}.${quote(column)}::text`).join(', ');
const formatColumns = (alias: string, columns: readonly string[]) =>
  columns.map((column) => `${alias}.${quote(column)}`).join(', ');

function formatComparison(table: AnyTable, schema: string): string {
  const columns = Object.keys(table.columns);
  const [first = ''] = table.key;
  const onKey = table.key.map((column) => `s.${quote(column)} = l.${quote(column)}`).join(' AND ');
  return `SELECT count(*) OVER ()::int AS differing, s.${quote(first)} IS NOT NULL AS "isExpected",
      l.${quote(first)} IS NOT NULL AS "isFound",
      ARRAY[${formatTexts('s', columns)}] AS expected, ARRAY[${formatTexts('l', columns)}] AS found
    FROM ${qualifyTable(schema, table)} s FULL JOIN ${qualifyTable('public', table)} l ON ${onKey}
    WHERE (${formatColumns('s', columns)}) IS DISTINCT FROM (${formatColumns('l', columns)})
    ORDER BY ${table.key.map((column) => `coalesce(s.${quote(column)}, l.${quote(column)})`).join(', ')}
    LIMIT ${MAX_LISTED}`;
}

interface DifferingRow {
  readonly differing: number;
  readonly isExpected: boolean;
  readonly isFound: boolean;
  readonly expected: readonly (string | null)[];
  readonly found: readonly (string | null)[];
}

function describeDifferences(projection: Projection, table: AnyTable, row: DifferingRow): RowDifference[] {
  const columns = Object.keys(table.columns);
  const isPersonal = PERSONAL.includes(projection.name);
  const source = row.isExpected ? row.expected : row.found;
  const key = Object.fromEntries(table.key.map((column) => [column, source[columns.indexOf(column)] ?? '']));
  const of = { projection: projection.name, table: table.name, key };
  const which = `${table.name} (${Object.values(key).join(', ')})`;
  if (!row.isFound) {
    return [{ ...of, column: null, expected: 'a row', found: null, sentence: `${which} is missing.` }];
  }
  if (!row.isExpected) {
    const sentence = `${which} is there, and no event put it there.`;
    return [{ ...of, column: null, expected: null, found: 'a row', sentence }];
  }
  return columns.flatMap((column, index) => {
    const expected = row.expected[index] ?? null;
    const found = row.found[index] ?? null;
    if (expected === found) return [];
    const shown = (value: string | null) => (isPersonal && value !== null ? HIDDEN : value);
    const sentence = `${which}: ${column} is not what the events say.`;
    return [{ ...of, column, expected: shown(expected), found: shown(found), sentence }];
  });
}

/** Compares a table in `public` with the same table of another schema, row by row. */
export async function compareTable(
  client: Queryable,
  projection: Projection,
  table: AnyTable,
  schema: string,
): Promise<TableComparison> {
  const { rows } = await client.query<DifferingRow>(formatComparison(table, schema));
  const counted = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${qualifyTable('public', table)}`,
  );
  return {
    differences: rows.flatMap((row) => describeDifferences(projection, table, row)),
    differing: rows[0]?.differing ?? 0,
    rows: counted.rows[0]?.count ?? 0,
  };
}
