import { createHash } from 'node:crypto';
import type { AnyTable } from '../definition/table.ts';
import { MATCH_VALUE, type Values, type WriteGroup } from './table-buffer.ts';

export interface Statement {
  /** Names the prepared statement; the same text has the same name. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
}

const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;

/** The quoted name of a table with its schema. */
export const qualifyTable = (schema: string, table: AnyTable) => `${quote(schema)}.${quote(table.name)}`;

const getSqlType = (table: AnyTable, column: string) =>
  (table.columns[column] ?? 'text').replace(/ null$/, '');

const getKeyColumns = ({ table, by }: WriteGroup): readonly string[] =>
  by === undefined ? table.key : [MATCH_VALUE];

/** The table's column that a sent column refers to. */
const getTableColumn = ({ by }: WriteGroup, column: string) =>
  column === MATCH_VALUE && by !== undefined ? by : column;

const formatKeyCondition = (group: WriteGroup) =>
  getKeyColumns(group)
    .map((column) => `t.${quote(getTableColumn(group, column))} = v.${quote(column)}`)
    .join(' AND ');

/** The sent rows as a relation `v`, with one array for each column; Postgres reads it twice as fast as JSON. */
function formatSentRows(group: WriteGroup, columns: readonly string[]): string {
  const arrays = columns.map(
    (column, index) => `$${index + 1}::${getSqlType(group.table, getTableColumn(group, column))}[]`,
  );
  return `unnest(${arrays.join(', ')}) AS v(${columns.map(quote).join(', ')})`;
}

/** The columns that a group's statement receives, in the order of its parameters. */
function getSentColumns(group: WriteGroup): readonly string[] {
  const { table, kind, set, adds } = group;
  switch (kind) {
    case 'put':
      return Object.keys(table.columns);
    case 'patch':
      return [
        ...getKeyColumns(group),
        ...set,
        ...(adds ? table.counters.filter((column) => !set.includes(column)) : []),
      ];
    case 'remove':
      return getKeyColumns(group);
  }
}

function formatStatement(schema: string, group: WriteGroup): string {
  const { table, kind, set, fills = false } = group;
  const target = qualifyTable(schema, table);
  const columns = getSentColumns(group);
  const rows = formatSentRows(group, columns);
  if (kind === 'remove') return `DELETE FROM ${target} t USING ${rows} WHERE ${formatKeyCondition(group)}`;
  const values = columns.filter((column) => !getKeyColumns(group).includes(column));
  if (kind === 'put') {
    const list = columns.map(quote).join(', ');
    const assigned = values.map((column) => `${quote(column)} = EXCLUDED.${quote(column)}`);
    const conflict = assigned.length === 0 ? 'NOTHING' : `UPDATE SET ${assigned.join(', ')}`;
    return (
      `INSERT INTO ${target} (${list}) SELECT ${list} FROM ${rows} ` +
      `ON CONFLICT (${table.key.map(quote).join(', ')}) DO ${conflict}`
    );
  }
  const assigned = values.map((column) =>
    set.includes(column)
      ? `${quote(column)} = ${fills ? `coalesce(t.${quote(column)}, v.${quote(column)})` : `v.${quote(column)}`}`
      : `${quote(column)} = t.${quote(column)} + coalesce(v.${quote(column)}, 0)`,
  );
  return `UPDATE ${target} t SET ${assigned.join(', ')} FROM ${rows} WHERE ${formatKeyCondition(group)}`;
}

const names = new Map<string, string>();

/** Returns the same short name for the same text, so that Postgres reuses the prepared plan. */
function getStatementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `w${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;
  names.set(text, name);
  return name;
}

const TO_ESCAPE = /["\\]/g;

/** Formats an element of a Postgres array without U+0000, which a member may have typed and Postgres text rejects. */
function quoteElement(text: string): string {
  const storable = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return `"${storable.replace(TO_ESCAPE, '\\$&')}"`;
}

/** Formats one column of the rows as a Postgres array. */
function formatArray(rows: readonly Values[], column: string): string {
  const parts: string[] = [];
  for (const row of rows) {
    const value = row[column];
    if (value === null || value === undefined) parts.push('NULL');
    else parts.push(typeof value === 'string' ? quoteElement(value) : String(value));
  }
  return `{${parts.join(',')}}`;
}

/** Creates the statement that writes one group of rows into a schema. */
export function createWriteStatement(schema: string, group: WriteGroup): Statement {
  const text = formatStatement(schema, group);
  return {
    name: getStatementName(text),
    text,
    values: getSentColumns(group).map((column) => formatArray(group.rows, column)),
  };
}
