import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import type { Topic } from './progress.ts';
import type { AnyTable, DeltasOf, KeyOf, NewRow, PatchOf, WhereOf } from './table.ts';

/**
 * The writes that a projection may do. They are buffered, merged by key and sent when the batch ends, so nothing can be read back:
 * an event carries all that is needed.
 */
export interface Writer {
  /** Inserts a row, or replaces the one with its key. */
  put<T extends AnyTable>(table: T, row: NewRow<T>): void;
  /** Sets some columns; does nothing when there is no such row. */
  patch<T extends AnyTable>(table: T, key: KeyOf<T>, values: PatchOf<T>): void;
  /** Adds to counters; does nothing when there is no such row. */
  add<T extends AnyTable>(table: T, key: KeyOf<T>, deltas: DeltasOf<T>): void;
  remove<T extends AnyTable>(table: T, key: KeyOf<T>): void;
  /** Sets some columns of every row with this value in a column. Slow: only for very rare events. */
  patchAll<T extends AnyTable>(table: T, where: WhereOf<T>, values: PatchOf<T>): void;
  /**
   * Adds to counters of the rows that have this value in a column when the batch ends. Right only where a row that loses the value sets
   * the counters anew, and one that gets it is written first.
   */
  addWhere<T extends AnyTable>(table: T, where: WhereOf<T>, deltas: DeltasOf<T>): void;
  /** Sets one column, where it is null, of the rows that have this value in another when the batch ends; the first value counts. */
  fillWhere<T extends AnyTable>(table: T, where: WhereOf<T>, values: PatchOf<T>): void;
  /** Removes every row with this value in a column. */
  removeAll<T extends AnyTable>(table: T, where: WhereOf<T>): void;
  /** Notifies open pages of a change. */
  changed(topic: Topic): void;
}

export type StudioRecord = RecordedEvent<StudioEvent>;

/**
 * Tables with one checkpoint. Raise `version` whenever `project` or a table changes: the new version is then built beside the old one
 * from all events. `project` is synchronous and pure.
 */
export interface Projection {
  readonly name: string;
  readonly version: number;
  readonly tables: readonly AnyTable[];
  project(event: StudioRecord, write: Writer): void;
}
