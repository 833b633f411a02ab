import { createHash } from 'node:crypto';
import type { Projection } from '../definition/projection.ts';
import type { AnyTable } from '../definition/table.ts';
import { qualifyTable } from './statements.ts';

/** The schema in which a new version is built while the old one is live. */
export const getBuildSchema = (projection: Projection) => `build_${projection.name.replaceAll('-', '_')}`;

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

function formatColumns(table: AnyTable): string {
  const columns = Object.entries(table.columns).map(([name, type]) => {
    const isNullable = type.endsWith(' null');
    const column = isNullable ? `"${name}" ${type.slice(0, -' null'.length)}` : `"${name}" ${type} NOT NULL`;
    const value = table.defaults[name];
    if (value === undefined) return column;
    return `${column} DEFAULT ${typeof value === 'string' ? quote(value) : value}`;
  });
  return [...columns, `PRIMARY KEY (${table.key.map((column) => `"${column}"`).join(', ')})`].join(', ');
}

/** Starts the comment of every table of a projection, so that a rebuild finds them all. */
export const formatCommentPrefix = (projection: Projection) => `projection ${projection.name} `;

/** Names the owner and a hash of the columns and indexes, so that a change without a new version is detected and rebuilt. */
export function formatTableComment(projection: Projection, table: AnyTable): string {
  const shape = createHash('sha256')
    .update(`${formatColumns(table)} ${table.indexes.join(' ')}`)
    .digest('hex')
    .slice(0, 12);
  return `${formatCommentPrefix(projection)}${shape}`;
}

/**
 * Creates the tables without their indexes, which are faster to create once the rows are inserted. `UNLOGGED` for
 * tables that may be lost in a crash.
 */
export function createTables(
  projection: Projection,
  schema: string,
  kind: 'TABLE' | 'UNLOGGED TABLE' = 'TABLE',
): string {
  return projection.tables
    .flatMap((table) => {
      const name = qualifyTable(schema, table);
      // Counters change often: free space on the page keeps these updates out of the indexes.
      const storage = table.counters.length > 0 ? ' WITH (fillfactor = 80)' : '';
      return [
        `CREATE ${kind} ${name} (${formatColumns(table)})${storage}`,
        `COMMENT ON TABLE ${name} IS ${quote(formatTableComment(projection, table))}`,
        ...table.personal.map((column) => `ALTER TABLE ${name} ALTER COLUMN "${column}" SET STATISTICS 0`),
      ];
    })
    .join('; ');
}

export function createIndexes(projection: Projection, schema: string): string {
  return projection.tables
    .flatMap((table) => {
      const name = qualifyTable(schema, table);
      const indexes = table.indexes.map((index) => `CREATE INDEX ON ${name} ${index}`);
      return table.personal.length === 0 ? indexes : [...indexes, stopIndexStatistics(name)];
    })
    .join('; ');
}

/** An expression index has statistics of its own, which `SET STATISTICS` of the table's columns does not stop. */
const stopIndexStatistics = (table: string) => `DO $$
  DECLARE found record;
  BEGIN
    FOR found IN SELECT a.attrelid::regclass AS index, a.attnum
      FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indexrelid AND a.attnum > 0
      WHERE i.indrelid = ${quote(table)}::regclass AND i.indkey[a.attnum - 1] = 0
    LOOP
      EXECUTE format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS 0', found.index, found.attnum);
    END LOOP;
  END $$`;
