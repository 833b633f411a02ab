import type { Topic } from '../definition/progress.ts';
import type { Projection, StudioRecord, Writer } from '../definition/projection.ts';
import type { AnyTable, DeltasOf, KeyOf, NewRow, PatchOf, WhereOf } from '../definition/table.ts';
import { MATCH_VALUE, TableBuffer, type WriteGroup } from './table-buffer.ts';

/** The writes and topics of one projection for one batch of events. */
export class Batch implements Writer {
  readonly #buffers = new Map<AnyTable, TableBuffer>();
  /** Writes up to the last `patchAll` or `removeAll`, which are sent first. */
  readonly #earlier: WriteGroup[] = [];
  /** Writes by the value of a column, which are sent last: one for each table, column and kind. */
  readonly #last = new Map<string, { group: WriteGroup; rows: Map<string, Record<string, unknown>> }>();
  readonly topics = new Map<string, Topic>();

  put<T extends AnyTable>(table: T, row: NewRow<T>): void {
    this.#buffer(table).put(row);
  }

  patch<T extends AnyTable>(table: T, key: KeyOf<T>, values: PatchOf<T>): void {
    this.#buffer(table).patch(key, values);
  }

  add<T extends AnyTable>(table: T, key: KeyOf<T>, deltas: DeltasOf<T>): void {
    this.#buffer(table).add(key, deltas);
  }

  remove<T extends AnyTable>(table: T, key: KeyOf<T>): void {
    this.#buffer(table).remove(key);
  }

  patchAll<T extends AnyTable>(table: T, { column, is }: WhereOf<T>, values: PatchOf<T>): void {
    const set = Object.keys(values).sort();
    this.#writeAll({
      table,
      kind: 'patch',
      set,
      adds: false,
      by: column,
      rows: [{ ...values, [MATCH_VALUE]: is }],
    });
  }

  removeAll<T extends AnyTable>(table: T, { column, is }: WhereOf<T>): void {
    this.#writeAll({
      table,
      kind: 'remove',
      set: [],
      adds: false,
      by: column,
      rows: [{ [MATCH_VALUE]: is }],
    });
  }

  addWhere<T extends AnyTable>(table: T, { column, is }: WhereOf<T>, deltas: DeltasOf<T>): void {
    const row = this.#openLast(table, column, is, { set: [], adds: true });
    for (const [counter, delta] of Object.entries<number | undefined>(deltas))
      row[counter] = Number(row[counter] ?? 0) + (delta ?? 0);
  }

  fillWhere<T extends AnyTable>(table: T, { column, is }: WhereOf<T>, values: PatchOf<T>): void {
    const row = this.#openLast(table, column, is, { set: Object.keys(values).sort(), adds: false });
    for (const [name, value] of Object.entries(values)) row[name] ??= value;
  }

  changed(topic: Topic): void {
    this.topics.set(JSON.stringify(topic), topic);
  }

  groups(): WriteGroup[] {
    const keyed = [...this.#buffers.values()].flatMap((buffer) => buffer.groups());
    const last = [...this.#last.values()].map(({ group, rows }) => ({ ...group, rows: [...rows.values()] }));
    return [...this.#earlier, ...keyed, ...last];
  }

  /** The row of a value among the writes that are sent last. */
  #openLast(
    table: AnyTable,
    by: string,
    is: string,
    { set, adds }: Pick<WriteGroup, 'set' | 'adds'>,
  ): Record<string, unknown> {
    const id = `${table.name} ${by} ${set.join()}`;
    const group: WriteGroup = { table, kind: 'patch', set, adds, fills: !adds, by, rows: [] };
    const { rows } = this.#last.get(id) ?? { rows: new Map<string, Record<string, unknown>>() };
    this.#last.set(id, { group, rows });
    const row = rows.get(is) ?? { [MATCH_VALUE]: is };
    rows.set(is, row);
    return row;
  }

  /** The rows that match depend on the earlier writes to the table, so these are sent before the group. */
  #writeAll(group: WriteGroup): void {
    const { table } = group;
    this.#earlier.push(...(this.#buffers.get(table)?.groups() ?? []), group);
    this.#buffers.delete(table);
  }

  #buffer(table: AnyTable): TableBuffer {
    const known = this.#buffers.get(table);
    if (known !== undefined) return known;
    const buffer = new TableBuffer(table);
    this.#buffers.set(table, buffer);
    return buffer;
  }
}

/** Projects the events after `position`, or all if it is null. Throws what `project` throws. */
export function projectBatch(
  projection: Projection,
  events: readonly StudioRecord[],
  position: bigint | null,
): Batch {
  const batch = new Batch();
  for (const event of events) {
    if (position === null || event.position > position) projection.project(event, batch);
  }
  return batch;
}
