import type { Topic } from '../definition/progress.ts';
import type { Projection, StudioRecord, Writer } from '../definition/projection.ts';
import type { AnyTable, DeltasOf, KeyOf, NewRow, PatchOf, WhereOf } from '../definition/table.ts';
import { MATCH_VALUE, TableBuffer, type WriteGroup } from './table-buffer.ts';

/** What one projection makes of one batch of events. */
export class Batch implements Writer {
  readonly #buffers = new Map<AnyTable, TableBuffer>();
  /** What is to be written first: all up to the last change of many rows at once. */
  readonly #before: WriteGroup[] = [];
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
    return [...this.#before, ...[...this.#buffers.values()].flatMap((buffer) => buffer.groups())];
  }

  /** Which rows it meets depends on what was written to the table before, and not on what comes after. */
  #writeAll(group: WriteGroup): void {
    const { table } = group;
    this.#before.push(...(this.#buffers.get(table)?.groups() ?? []), group);
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

/** Projects the events after `position` (all when null). Throws what `project` throws. */
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
