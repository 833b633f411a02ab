import { createHash } from 'node:crypto';
import type { Projection } from '../core/projection.ts';
import type { AnyTable } from '../core/table.ts';
import { qualified } from './statements.ts';

/** Where a new version is built while the old one serves. */
export const buildSchema = (projection: Projection) => `build_${projection.name.replaceAll('-', '_')}`;

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

function columnsText(table: AnyTable): string {
  const columns = Object.entries(table.columns).map(([name, type]) =>
    type.endsWith(' null') ? `"${name}" ${type.slice(0, -' null'.length)}` : `"${name}" ${type} NOT NULL`,
  );
  return [...columns, `PRIMARY KEY (${table.key.map((column) => `"${column}"`).join(', ')})`].join(', ');
}

/** Begins the comment of every table of a projection, so that whoever replaces it finds them all. */
export const commentPrefix = (projection: Projection) => `projection ${projection.name} `;

/** Says whose table it is and in which shape: a shape that changed without a new version is noticed and rebuilt. */
export function tableComment(projection: Projection, table: AnyTable): string {
  const shape = createHash('sha256')
    .update(`${columnsText(table)} ${table.indexes.join(' ')}`)
    .digest('hex')
    .slice(0, 12);
  return `${commentPrefix(projection)}${shape}`;
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
      const name = qualified(schema, table);
      // Counters change all the time: room on the page keeps those updates out of the indexes.
      const storage = table.counters.length > 0 ? ' WITH (fillfactor = 80)' : '';
      return [
        `CREATE ${kind} ${name} (${columnsText(table)})${storage}`,
        `COMMENT ON TABLE ${name} IS ${quote(tableComment(projection, table))}`,
      ];
    })
    .join('; ');
}

export function createIndexes(projection: Projection, schema: string): string {
  return projection.tables
    .flatMap((table) => table.indexes.map((index) => `CREATE INDEX ON ${qualified(schema, table)} ${index}`))
    .join('; ');
}
