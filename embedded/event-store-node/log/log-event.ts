/** The revision of the `$streamDeleted` event: 2^63-1, which as a number is 2^63. */
export const TOMBSTONE_REVISION = 2 ** 63;
/** The position of the first event of a new database. */
export const FIRST_POSITION = 548;
/** Every record starts at FIRST_POSITION plus a multiple of this; any other position is inside a record. */
const RECORD_UNIT = 64;
const RECORD_OVERHEAD = 96;

/** One event as it is stored in the log. */
export interface LogEvent {
  /** The place in the whole log; strictly increasing, with gaps of a record's size. */
  readonly position: number;
  readonly revision: number;
  readonly stream: string;
  readonly type: string;
  /** Lower case with dashes. */
  readonly id: string;
  readonly isJson: boolean;
  /** Microseconds since 1970-01-01 UTC; increasing, unless the clock was set back by seconds. */
  readonly createdMicros: number;
  readonly customMetadata: Buffer;
  readonly data: Buffer;
  /** The cached encoding as a read response; null until it is needed. Absent from events read from the table, whose copies are not reused. */
  frame?: Buffer | null;
}

/** Estimates the size of an event in bytes, to bound memory and to compute the position of the next record. */
export function estimateBytes(event: Pick<LogEvent, 'stream' | 'type' | 'customMetadata' | 'data'>): number {
  return (
    RECORD_OVERHEAD +
    event.stream.length +
    event.type.length +
    event.customMetadata.length +
    event.data.length
  );
}

/** The position after a record of this size. */
export function positionAfter(position: number, sizeBytes: number): number {
  return position + Math.ceil(sizeBytes / RECORD_UNIT) * RECORD_UNIT;
}

/** Whether a record can begin at this position. */
export function isRecordStart(position: number): boolean {
  return position >= FIRST_POSITION && (position - FIRST_POSITION) % RECORD_UNIT === 0;
}
