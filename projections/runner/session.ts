import { millisecondsInMinute } from 'date-fns/constants';
import pg from 'pg';
import { endClient } from '#infra/postgres/end-client.ts';
import { PROGRESS_CHANNEL, type Progress, type Topic } from '../definition/progress.ts';
import type { Projection } from '../definition/projection.ts';
import { type Statement, writeStatement } from './statements.ts';
import type { WriteGroup } from './table-buffer.ts';

/** Someone else moved a checkpoint: another runner, or a rebuild that switched. Read the checkpoints again. */
export class CheckpointMoved extends Error {
  constructor() {
    super('A projection checkpoint is not where this runner left it');
    this.name = 'CheckpointMoved';
  }
}

/** A build writes its indexes in one statement: it may take long, but not for ever. */
const BUILD_QUERY_TIMEOUT_MS = 30 * millisecondsInMinute;
const CONNECT_TIMEOUT_MS = 5_000;

export interface CheckpointAdvance {
  readonly projection: Projection;
  /** Where its checkpoint is believed to be. */
  readonly from: bigint | null;
  readonly groups: readonly WriteGroup[];
}

const NOTIFY_LIMIT = 7_900;
const MOVED = 'TL001';

/**
 * Not waiting for the disk costs nothing here: rows and checkpoint are lost or kept together, and
 * events come again. Each batch touches rows by key, so plans that read whole tables are never wanted.
 */
const SETTINGS = [
  'synchronous_commit=off',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  'search_path=public',
];

const MOVE_CHECKPOINTS: Omit<Statement, 'values'> = {
  name: 'move_checkpoints',
  text: `
    WITH moved AS (
      UPDATE public.projection_checkpoints c SET position = $1::numeric, updated_at = now()
      FROM json_to_recordset($2::json) AS v(name text, version int, position numeric)
      WHERE c.name = v.name AND c.version = v.version AND c.status = 'live'
        AND c.position IS NOT DISTINCT FROM v.position
      RETURNING 1)
    SELECT pg_temp.require_equal((SELECT count(*)::int FROM moved), $3::int), pg_notify('${PROGRESS_CHANNEL}', $4)`,
};

function progressText(progress: Progress): string {
  const text = JSON.stringify(progress);
  return Buffer.byteLength(text) <= NOTIFY_LIMIT ? text : JSON.stringify({ ...progress, topics: 'all' });
}

/** A connection of its own on which batches are written, all statements of one sent in a single round trip. */
export class Session {
  readonly client: pg.Client;
  readonly #backend: number;

  private constructor(client: pg.Client, backend: number) {
    this.client = client;
    this.#backend = backend;
  }

  /** A statement without an answer for `queryTimeoutMs` breaks the connection, as `onLost` is told; half an hour when left out. */
  static async open(
    url: string,
    applicationName: string,
    {
      onLost = () => {},
      queryTimeoutMs = BUILD_QUERY_TIMEOUT_MS,
    }: { onLost?: () => void; queryTimeoutMs?: number } = {},
  ): Promise<Session> {
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      keepAlive: true,
      pipeline: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: queryTimeoutMs,
      options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    });
    client.on('error', onLost);
    client.on('end', onLost);
    try {
      await client.connect();
      await client.query(
        `CREATE FUNCTION pg_temp.require_equal(moved int, expected int) RETURNS void LANGUAGE plpgsql AS $$
         BEGIN
           IF moved <> expected THEN RAISE EXCEPTION 'checkpoints moved' USING ERRCODE = '${MOVED}'; END IF;
         END $$`,
      );
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      return new Session(client, rows[0]?.pid ?? 0);
    } catch (error) {
      await endClient(client);
      throw error;
    }
  }

  /** Whether a notice from that backend is our own. */
  isOwnNotification(backend: number): boolean {
    return backend === this.#backend;
  }

  /**
   * Writes rows and moves checkpoints in one transaction, or nothing. After an error the session is of no more use.
   * @throws CheckpointMoved
   */
  async advance(advances: readonly CheckpointAdvance[], to: bigint, topics: readonly Topic[]): Promise<void> {
    const expected = advances.map(({ projection, from }) => ({
      name: projection.name,
      version: projection.version,
      position: from === null ? null : String(from),
    }));
    const progress = progressText({
      position: String(to),
      projections: advances.map(({ projection }) => projection.name),
      topics: [...topics],
    });
    // First, since it locks the checkpoints: everything after sees what was committed before it had them.
    const move: Statement = {
      ...MOVE_CHECKPOINTS,
      values: [String(to), JSON.stringify(expected), String(advances.length), progress],
    };
    const writes = advances.flatMap(({ groups }) => groups.map((group) => writeStatement('public', group)));
    await this.runTransaction([move, ...writes]);
  }

  /** One transaction, sent whole. The first error is thrown, and nothing is kept. */
  async runTransaction(statements: readonly Statement[]): Promise<void> {
    const answers = await Promise.allSettled([
      this.client.query('BEGIN'),
      ...statements.map(({ name, text, values }) => this.client.query({ name, text, values: [...values] })),
      this.client.query('COMMIT'),
    ]);
    const at = answers.findIndex(({ status }) => status === 'rejected');
    const failed = answers[at];
    if (failed?.status !== 'rejected') return;
    if (statements[at - 1]?.name !== MOVE_CHECKPOINTS.name) throw failed.reason;
    throw hasCode(failed.reason, MOVED)
      ? new CheckpointMoved()
      : new Error('The projection checkpoints could not be moved', { cause: failed.reason });
  }

  async close(): Promise<void> {
    await endClient(this.client);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof pg.DatabaseError && error.code === code;
}

/** Classes of SQLSTATE that say something about the data or the code, not about the server's day. */
const POISON_CLASSES = ['21', '22', '23', '42', 'P0'];

/** Whether an error would come again with the same events, as opposed to a lost connection or a full disk. */
export function isPoison(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return POISON_CLASSES.includes((error.code ?? '').slice(0, 2));
}
