import type pg from 'pg';
import { selectEvents } from './copy-query.ts';
import { KNOWN_IDS } from './known-ids.ts';
import type { LogEvent } from './log-event.ts';
import { EVENT_COLUMNS } from './schema.ts';
import { StorageUnavailableError } from './storage-unavailable-error.ts';
import { MISSING_STREAM, type StreamHead, withMetadataEvent } from './stream-head.ts';
import { streamKeyText } from './stream-key.ts';
import { isMetastream, metastreamOf, originalOf } from './stream-metadata.ts';

/** The limits of a page; the one of bytes is approximate. */
const PAGE_EVENTS = 2_000;
const PAGE_BYTES = 4 * 1024 * 1024;
const INT64_MAX = '9223372036854775807';

/** Reads the table of events, on connections of a pool. All methods reject with StorageUnavailableError when Postgres is unavailable. */
export class EventTable {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Events after one position up to another (inclusive), ascending. Fewer than `limit` do not mean the end; none do. */
  async readAfter(position: number, upTo: number, limit: number): Promise<LogEvent[]> {
    const maxCount = Math.min(limit, PAGE_EVENTS);
    const select = (where: string, count: number): string =>
      `select ${EVENT_COLUMNS} from event_store.events where position > ${position} and ${where}
       order by position limit ${count}`;
    // Positions grow with the size of the records, so a span of positions bounds the bytes of the page.
    const end = Math.min(upTo, Math.max(position, 0) + PAGE_BYTES);
    const page = await this.#select(select(`position <= ${end}`, maxCount));
    if (page.length > 0 || end >= upTo) return page;
    return await this.#select(select(`position <= ${upTo}`, 1));
  }

  /** Events before a position, descending. Fewer than `limit` do not mean the start; none do. */
  async readBefore(position: number, limit: number): Promise<LogEvent[]> {
    const maxCount = Math.min(limit, PAGE_EVENTS);
    const select = (where: string, count: number): string =>
      `select ${EVENT_COLUMNS} from event_store.events where position < ${position} and ${where}
       order by position desc limit ${count}`;
    const start = position - PAGE_BYTES;
    const page = await this.#select(select(`position >= ${start}`, maxCount));
    if (page.length > 0 || start <= 0) return page;
    return await this.#select(select('true', 1));
  }

  /** One page of a stream's events in a span of revisions (both inclusive), created at or after an instant. */
  async readStream(
    stream: string,
    span: { from: number; to: number; createdFrom: number | undefined; descending: boolean; limit: number },
  ): Promise<LogEvent[]> {
    const direction = span.descending ? 'desc' : 'asc';
    const created = span.createdFrom === undefined ? '' : `and created_micros >= ${span.createdFrom}`;
    const limit = Math.min(span.limit, PAGE_EVENTS);
    return await this.#select(
      `select ${EVENT_COLUMNS} from (
         select *, sum(octet_length(data) + octet_length(custom_metadata))
             over (order by revision ${direction}) - octet_length(data) - octet_length(custom_metadata) as bytes_before
         from (
           select * from event_store.events
           where stream_key = '${streamKeyText(stream)}' and revision between ${span.from} and ${span.to} ${created}
           order by revision ${direction} limit ${limit}
         ) as span
       ) as page where bytes_before <= ${PAGE_BYTES} order by revision ${direction}`,
    );
  }

  /** The position of the first event at or after a position; undefined when there is none. */
  async findFirstPositionFrom(position: number): Promise<number | undefined> {
    const result = await this.#query<{ position: string | null }>(
      'select min(position) as position from event_store.events where position >= $1',
      [position],
    );
    const found = result.rows[0]?.position;
    return found == null ? undefined : Number(found);
  }

  /** Reads the heads of several streams. */
  async readHeads(streams: readonly string[]): Promise<Map<string, StreamHead>> {
    const result = await this.#query<HeadRow>({
      name: 'event-store-heads',
      text: HEADS_SQL,
      values: [
        streams.map(streamKeyText),
        streams.map((stream) => streamKeyText(metastreamOf(stream))),
        streams.map((stream) => (isMetastream(stream) ? streamKeyText(originalOf(stream)) : null)),
      ],
    });
    return new Map(streams.map((stream, i) => [stream, headFromRow(result.rows[i])]));
  }

  /** The ids of the newest events, oldest first. */
  async readNewestIds(): Promise<Pick<LogEvent, 'id' | 'stream' | 'revision' | 'position'>[]> {
    const result = await this.#query<{ id: string; stream: Buffer; revision: string; position: string }>(
      `select id, stream, revision, position from event_store.events order by position desc limit ${KNOWN_IDS}`,
    );
    return result.rows.reverse().map((row) => ({
      id: row.id,
      stream: row.stream.toString('utf8'),
      revision: Number(row.revision),
      position: Number(row.position),
    }));
  }

  /** Calls `onKey` with the key of every stream that has events; reads them in pages. */
  async forEachStreamKey(onKey: (key: Buffer) => void): Promise<void> {
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const result = await this.#query<{ stream_key: string }>(
        `select stream_key from event_store.events where stream_key > $1 and revision in (0, ${INT64_MAX})
         order by stream_key limit 10000`,
        [last],
      );
      for (const row of result.rows) onKey(Buffer.from(row.stream_key.replaceAll('-', ''), 'hex'));
      const final = result.rows.at(-1);
      if (!final) return;
      last = final.stream_key;
    }
  }

  async #select(select: string): Promise<LogEvent[]> {
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      const events = await selectEvents(client, select);
      client.release();
      return events;
    } catch (error) {
      client?.release(true);
      throw new StorageUnavailableError(error);
    }
  }

  async #query<R extends pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>> {
    try {
      return await this.#pool.query<R>(query, values);
    } catch (error) {
      throw new StorageUnavailableError(error);
    }
  }
}

interface HeadRow {
  readonly revision: string | null;
  readonly meta_revision: string | null;
  readonly meta_is_json: boolean | null;
  readonly meta_data: Buffer | null;
  readonly original_tombstoned: boolean;
}

const HEADS_SQL = `
select
  (select revision from event_store.events where stream_key = k.own order by revision desc limit 1) as revision,
  meta.revision as meta_revision, meta.is_json as meta_is_json, meta.data as meta_data,
  k.original is not null and exists (
    select from event_store.events where stream_key = k.original and revision = ${INT64_MAX}
  ) as original_tombstoned
from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as k(own, meta, original, place)
left join lateral (
  select revision, is_json, data from event_store.events where stream_key = k.meta order by revision desc limit 1
) as meta on true
order by k.place`;

function headFromRow(row: HeadRow | undefined): StreamHead {
  if (!row) return MISSING_STREAM;
  const isTombstoned = row.revision === INT64_MAX;
  const head: StreamHead = {
    ...MISSING_STREAM,
    revision: row.revision === null || isTombstoned ? -1 : Number(row.revision),
    tombstoned: isTombstoned || row.original_tombstoned,
  };
  if (row.meta_revision === null || row.meta_revision === INT64_MAX) return head;
  return withMetadataEvent(head, {
    revision: Number(row.meta_revision),
    isJson: row.meta_is_json === true,
    data: row.meta_data ?? Buffer.alloc(0),
  });
}
