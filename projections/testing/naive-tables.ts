import type { Topic } from '../definition/progress.ts';
import type { Projection, StudioRecord, Writer } from '../definition/projection.ts';
import type { AnyTable, DeltasOf, KeyOf, NewRow, PatchOf, WhereOf } from '../definition/table.ts';

type Row = Record<string, unknown>;

/** A writer that applies each write immediately, row by row: the reference for batches, and fast tables for unit tests. */
export class NaiveTables implements Writer {
  readonly #tables = new Map<string, Map<string, Row>>();
  readonly topics: Topic[] = [];

  put<T extends AnyTable>(table: T, row: NewRow<T>): void {
    const empty = Object.fromEntries(Object.keys(table.columns).map((column) => [column, null]));
    this.#rowsOf(table).set(this.#id(table, row), { ...empty, ...row });
  }

  patch<T extends AnyTable>(table: T, key: KeyOf<T>, values: PatchOf<T>): void {
    const row = this.#rowsOf(table).get(this.#id(table, key));
    if (row !== undefined) Object.assign(row, values);
  }

  add<T extends AnyTable>(table: T, key: KeyOf<T>, deltas: DeltasOf<T>): void {
    const row = this.#rowsOf(table).get(this.#id(table, key));
    if (row === undefined) return;
    for (const [column, delta] of Object.entries<number | undefined>(deltas)) {
      row[column] = Number(row[column]) + (delta ?? 0);
    }
  }

  remove<T extends AnyTable>(table: T, key: KeyOf<T>): void {
    this.#rowsOf(table).delete(this.#id(table, key));
  }

  patchAll<T extends AnyTable>(table: T, { column, is }: WhereOf<T>, values: PatchOf<T>): void {
    for (const row of this.#rowsOf(table).values()) if (row[column] === is) Object.assign(row, values);
  }

  addWhere<T extends AnyTable>(table: T, { column, is }: WhereOf<T>, deltas: DeltasOf<T>): void {
    for (const row of this.#rowsOf(table).values()) {
      if (row[column] !== is) continue;
      for (const [counter, delta] of Object.entries<number | undefined>(deltas))
        row[counter] = Number(row[counter]) + (delta ?? 0);
    }
  }

  fillWhere<T extends AnyTable>(table: T, { column, is }: WhereOf<T>, values: PatchOf<T>): void {
    for (const row of this.#rowsOf(table).values()) {
      if (row[column] !== is) continue;
      for (const [name, value] of Object.entries(values)) row[name] ??= value;
    }
  }

  removeAll<T extends AnyTable>(table: T, { column, is }: WhereOf<T>): void {
    const rows = this.#rowsOf(table);
    for (const [id, row] of rows) if (row[column] === is) rows.delete(id);
  }

  changed(topic: Topic): void {
    this.topics.push(topic);
  }

  /** The rows of a table, sorted by key. */
  rows(table: AnyTable): Row[] {
    const rows = [...this.#rowsOf(table)].sort(([a], [b]) => (a < b ? -1 : 1));
    return rows.map(([, row]) => row);
  }

  /** The only row of a table. */
  only(table: AnyTable): Row {
    const [row, ...others] = this.rows(table);
    if (row === undefined || others.length > 0) throw new Error(`${table.name} has not exactly one row`);
    return row;
  }

  #rowsOf(table: AnyTable): Map<string, Row> {
    const known = this.#tables.get(table.name);
    if (known !== undefined) return known;
    const rows = new Map<string, Row>();
    this.#tables.set(table.name, rows);
    return rows;
  }

  #id(table: AnyTable, values: Readonly<Record<string, unknown>>): string {
    return table.key.map((column) => String(values[column])).join(' ');
  }
}

/** Projects events into new tables. */
export function projectAll(projection: Projection, events: readonly StudioRecord[]): NaiveTables {
  const tables = new NaiveTables();
  for (const event of events) projection.project(event, tables);
  return tables;
}
