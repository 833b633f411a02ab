import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import type { Topic } from './progress.ts';
import type { AnyTable, DeltasOf, KeyOf, NewRow, PatchOf, WhereOf } from './table.ts';

/**
 * What a projection may do to its tables. Everything is buffered, folded together by key and written when the batch
 * ends, so nothing can be read back: events carry all that is needed.
 */
export interface Writer {
  /** The whole row, new or in place of the one that is there. */
  put<T extends AnyTable>(table: T, row: NewRow<T>): void;
  /** Sets some columns; nothing happens when there is no such row. */
  patch<T extends AnyTable>(table: T, key: KeyOf<T>, values: PatchOf<T>): void;
  /** Moves counters; nothing happens when there is no such row. */
  add<T extends AnyTable>(table: T, key: KeyOf<T>, deltas: DeltasOf<T>): void;
  remove<T extends AnyTable>(table: T, key: KeyOf<T>): void;
  /** Sets some columns of every row that has this value in that column. Slow: for what happens once in years. */
  patchAll<T extends AnyTable>(table: T, where: WhereOf<T>, values: PatchOf<T>): void;
  /** Removes every row that has this value in that column. */
  removeAll<T extends AnyTable>(table: T, where: WhereOf<T>): void;
  changed(topic: Topic): void;
}

export type StudioRecord = RecordedEvent<StudioEvent>;

/**
 * Read models that grow together with one checkpoint. `version` grows whenever `project` or a table changes: the new one
 * is then built beside the old one from all events. `project` is synchronous and pure.
 */
export interface Projection {
  readonly name: string;
  readonly version: number;
  readonly tables: readonly AnyTable[];
  project(event: StudioRecord, write: Writer): void;
}
