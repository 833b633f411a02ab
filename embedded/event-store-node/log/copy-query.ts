import type pg from 'pg';
import { type LogEvent, TOMBSTONE_REVISION } from './log-event.ts';
import { uuidFromBytes } from './uuid.ts';

const SIGNATURE = 19;

/**
 * `COPY (select …) TO STDOUT (FORMAT binary)` as a query for pg: rows come as raw bytes, which is several times
 * cheaper than rows of text. Only numbers and hex of our own making may stand in the SQL.
 */
class CopyQuery implements pg.Submittable {
  readonly done = Promise.withResolvers<void>();
  readonly #sql: string;
  readonly #row: (row: Buffer, at: number) => void;
  #started = false;

  constructor(select: string, row: (row: Buffer, at: number) => void) {
    this.#sql = `copy (${select}) to stdout (format binary)`;
    this.#row = row;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#sql);
  }

  handleCopyData(message: { chunk: Buffer }): void {
    // pg reuses its buffer, so the row is copied out of it.
    const chunk = Buffer.from(message.chunk);
    const at = this.#started ? 0 : SIGNATURE;
    this.#started = true;
    if (at + 2 <= chunk.length && chunk.readInt16BE(at) >= 0) this.#row(chunk, at + 2);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.done.resolve();
  }

  handleError(error: Error): void {
    this.done.reject(error);
  }
}

/** Runs a select of EVENT_COLUMNS and answers its events. Once it rejected, the connection is not to be used again. */
export async function selectEvents(client: pg.ClientBase, select: string): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  const query = new CopyQuery(select, (row, at) => {
    events.push(eventFromRow(row, at));
  });
  client.query(query);
  await query.done.promise;
  return events;
}

function eventFromRow(row: Buffer, start: number): LogEvent {
  let at = start;
  const next = (): Buffer => {
    const length = row.readInt32BE(at);
    const value = row.subarray(at + 4, at + 4 + length);
    at += 4 + length;
    return value;
  };
  const position = integer(next());
  const revision = integer(next());
  const createdMicros = integer(next());
  const id = uuidFromBytes(next());
  const isJson = next()[0] === 1;
  const stream = next().toString('utf8');
  const type = next().toString('utf8');
  const customMetadata = next();
  const data = next();
  return { position, revision, createdMicros, id, isJson, stream, type, customMetadata, data };
}

function integer(value: Buffer): number {
  const number = value.readInt32BE(0) * 2 ** 32 + value.readUInt32BE(4);
  return number >= Number.MAX_SAFE_INTEGER ? TOMBSTONE_REVISION : number;
}
