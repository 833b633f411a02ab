import type { Topic } from '../definition/progress.ts';
import type { Projection, StudioRecord, Writer } from '../definition/projection.ts';
import type { AnyTable, DeltasOf, KeyOf, NewRow, PatchOf, WhereOf } from '../definition/table.ts';
import { MATCH_VALUE, TableBuffer, type WriteGroup } from './table-buffer.ts';

/** The writes and topics of one projection for one batch of events. */
export class Batch implements Writer {
  readonly #buffers = new Map<AnyTable, TableBuffer>();
  /** Writes up to the last `patchAll` or `removeAll`, which are sent first. */
  readonly #earlier: WriteGroup[] = [];
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

  changed(topic: Topic): void {
    this.topics.set(JSON.stringify(topic), topic);
  }

  groups(): WriteGroup[] {
    return [...this.#earlier, ...[...this.#buffers.values()].flatMap((buffer) => buffer.groups())];
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
