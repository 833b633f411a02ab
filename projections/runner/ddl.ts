import { createHash } from 'node:crypto';
import type { Projection } from '../definition/projection.ts';
import type { AnyTable } from '../definition/table.ts';
import { qualifyTable } from './statements.ts';

/** Where a new version is built while the old one serves. */
export const getBuildSchema = (projection: Projection) => `build_${projection.name.replaceAll('-', '_')}`;

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

function formatColumns(table: AnyTable): string {
  const columns = Object.entries(table.columns).map(([name, type]) =>
    type.endsWith(' null') ? `"${name}" ${type.slice(0, -' null'.length)}` : `"${name}" ${type} NOT NULL`,
  );
  return [...columns, `PRIMARY KEY (${table.key.map((column) => `"${column}"`).join(', ')})`].join(', ');
}

/** Begins the comment of every table of a projection, so that whoever replaces it finds them all. */
export const formatCommentPrefix = (projection: Projection) => `projection ${projection.name} `;

/** Says whose table it is and in which shape: a shape that changed without a new version is noticed and rebuilt. */
export function formatTableComment(projection: Projection, table: AnyTable): string {
  const shape = createHash('sha256')
    .update(`${formatColumns(table)} ${table.indexes.join(' ')}`)
    .digest('hex')
    .slice(0, 12);
  return `${formatCommentPrefix(projection)}${shape}`;
}

/**
 * Makes the tables without their indexes, which are quicker to make when the rows are in; `UNLOGGED` for those that need
 * not outlive a crash.
 */
export function createTables(
  projection: Projection,
  schema: string,
  kind: 'TABLE' | 'UNLOGGED TABLE' = 'TABLE',
): string {
  return projection.tables
    .flatMap((table) => {
      const name = qualifyTable(schema, table);
      // Counters change all the time: room on the page keeps those updates out of the indexes.
      const storage = table.counters.length > 0 ? ' WITH (fillfactor = 80)' : '';
      return [
        `CREATE ${kind} ${name} (${formatColumns(table)})${storage}`,
        `COMMENT ON TABLE ${name} IS ${quote(formatTableComment(projection, table))}`,
      ];
    })
    .join('; ');
}

export function createIndexes(projection: Projection, schema: string): string {
  return projection.tables
    .flatMap((table) =>
      table.indexes.map((index) => `CREATE INDEX ON ${qualifyTable(schema, table)} ${index}`),
    )
    .join('; ');
}
