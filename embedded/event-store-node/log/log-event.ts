/** The revision of the `$streamDeleted` event: 2^63-1, which as a number is 2^63. */
export const TOMBSTONE_REVISION = 2 ** 63;
/** Where the first event of a fresh database stands. */
export const FIRST_POSITION = 548;
/** Every record starts at FIRST_POSITION plus a multiple of this; anything else lies inside a record. */
const RECORD_UNIT = 64;
const RECORD_OVERHEAD = 96;

/** One event as it is stored in the log. */
export interface LogEvent {
  /** Its place in the whole log; strictly growing, with gaps of a record's size. */
  readonly position: number;
  readonly revision: number;
  readonly stream: string;
  readonly type: string;
  /** Lower case with dashes. */
  readonly id: string;
  readonly isJson: boolean;
  /** Microseconds since 1970-01-01 UTC; growing over the log. */
  readonly createdMicros: number;
  readonly customMetadata: Buffer;
  readonly data: Buffer;
  /**
   * Of the newest events: its encoding as a read answer, null until it is needed. What is read from the table has none, for nobody
   * asks that copy again.
   */
  frame?: Buffer | null;
}

/** How many bytes an event weighs, roughly (for bounds on memory and the place its record takes). */
export function weightOf(event: Pick<LogEvent, 'stream' | 'type' | 'customMetadata' | 'data'>): number {
  return (
    RECORD_OVERHEAD +
    event.stream.length +
    event.type.length +
    event.customMetadata.length +
    event.data.length
  );
}

/** Where the record after one of this weight at this position begins. */
export function positionAfter(position: number, weight: number): number {
  return position + Math.ceil(weight / RECORD_UNIT) * RECORD_UNIT;
}

/** Whether a record could begin here. */
export function isRecordStart(position: number): boolean {
  return position >= FIRST_POSITION && (position - FIRST_POSITION) % RECORD_UNIT === 0;
}
