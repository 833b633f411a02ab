import type pg from 'pg';
import { type LogEvent, TOMBSTONE_REVISION } from './log-event.ts';
import { uuidFromBytes } from './uuid.ts';

const SIGNATURE_BYTES = 19;

/**
 * `COPY (select …) TO STDOUT (FORMAT binary)` as a query for pg: rows arrive as raw bytes, which is several times cheaper than rows of
 * text. COPY takes no parameters, so callers may put only numbers and their own hex digits into the SQL.
 */
class CopyQuery implements pg.Submittable {
  readonly done = Promise.withResolvers<void>();
  readonly #sql: string;
  readonly #onRow: (row: Buffer, at: number) => void;
  #hasStarted = false;

  constructor(select: string, onRow: (row: Buffer, at: number) => void) {
    this.#sql = `copy (${select}) to stdout (format binary)`;
    this.#onRow = onRow;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#sql);
  }

  handleCopyData(message: { chunk: Buffer }): void {
    // A copy, because pg reuses its buffer.
    const chunk = Buffer.from(message.chunk);
    const at = this.#hasStarted ? 0 : SIGNATURE_BYTES;
    this.#hasStarted = true;
    if (at + 2 <= chunk.length && chunk.readInt16BE(at) >= 0) this.#onRow(chunk, at + 2);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.done.resolve();
  }

  handleError(error: Error): void {
    this.done.reject(error);
  }
}

/** Runs a select of EVENT_COLUMNS and returns its events. The connection must not be used again after a rejection. */
export async function selectEvents(client: pg.ClientBase, select: string): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  const query = new CopyQuery(select, (row, at) => {
    events.push(decodeRow(row, at));
  });
  client.query(query);
  await query.done.promise;
  return events;
}

function decodeRow(row: Buffer, start: number): LogEvent {
  let at = start;
  const readColumn = (): Buffer => {
    const length = row.readInt32BE(at);
    const value = row.subarray(at + 4, at + 4 + length);
    at += 4 + length;
    return value;
  };
  const position = decodeInteger(readColumn());
  const revision = decodeInteger(readColumn());
  const createdMicros = decodeInteger(readColumn());
  const id = uuidFromBytes(readColumn());
  const isJson = readColumn()[0] === 1;
  const stream = readColumn().toString('utf8');
  const type = readColumn().toString('utf8');
  const customMetadata = readColumn();
  const data = readColumn();
  return { position, revision, createdMicros, id, isJson, stream, type, customMetadata, data };
}

function decodeInteger(value: Buffer): number {
  const number = value.readInt32BE(0) * 2 ** 32 + value.readUInt32BE(4);
  return number >= Number.MAX_SAFE_INTEGER ? TOMBSTONE_REVISION : number;
}
