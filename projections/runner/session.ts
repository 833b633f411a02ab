import { millisecondsInMinute } from 'date-fns/constants';
import pg from 'pg';
import { endClient } from '#infra/postgres/end-client.ts';
import { PROGRESS_CHANNEL, type Progress, type Topic } from '../definition/progress.ts';
import type { Projection } from '../definition/projection.ts';
import { createWriteStatement, type Statement } from './statements.ts';
import type { WriteGroup } from './table-buffer.ts';

/** Another runner or a rebuild moved a checkpoint. The caller reads the checkpoints again. */
export class CheckpointMoved extends Error {
  constructor() {
    super('A projection checkpoint is not where this runner left it');
    this.name = 'CheckpointMoved';
  }
}

/** A build creates its indexes in one statement, which may take long. */
const BUILD_QUERY_TIMEOUT_MS = 30 * millisecondsInMinute;
const CONNECT_TIMEOUT_MS = 5_000;

export interface CheckpointAdvance {
  readonly projection: Projection;
  /** The expected position of its checkpoint. */
  readonly from: bigint | null;
  readonly groups: readonly WriteGroup[];
}

/** Postgres accepts notifications below 8,000 bytes. */
const MAX_NOTIFICATION_BYTES = 7_900;
/** The SQLSTATE of `require_equal`. */
const MOVED = 'TL001';

/**
 * Commits need not wait for the disk: a crash loses rows and checkpoint together, and the events are projected again. Batches write
 * rows by key, so plans that read whole tables are disabled.
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

function formatProgress(progress: Progress): string {
  const text = JSON.stringify(progress);
  return Buffer.byteLength(text) <= MAX_NOTIFICATION_BYTES
    ? text
    : JSON.stringify({ ...progress, topics: 'all' });
}

/** A connection for writing batches; all statements of a batch are sent in one round trip. */
export class Session {
  readonly client: pg.Client;
  readonly #backend: number;

  private constructor(client: pg.Client, backend: number) {
    this.client = client;
    this.#backend = backend;
  }

  /** A statement that takes longer than `queryTimeoutMs` (default half an hour) breaks the connection, which calls `onLost`. */
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

  /** Whether a notification from this backend is the session's own. */
  isOwnNotification(backend: number): boolean {
    return backend === this.#backend;
  }

  /**
   * Writes rows and moves checkpoints in one transaction. After an error the session must be closed.
   * @throws CheckpointMoved
   */
  async advance(advances: readonly CheckpointAdvance[], to: bigint, topics: readonly Topic[]): Promise<void> {
    const expected = advances.map(({ projection, from }) => ({
      name: projection.name,
      version: projection.version,
      position: from === null ? null : String(from),
    }));
    const progress = formatProgress({
      position: String(to),
      projections: advances.map(({ projection }) => projection.name),
      topics: [...topics],
    });
    // First, because it locks the checkpoints, so that the writes after it see everything committed before.
    const move: Statement = {
      ...MOVE_CHECKPOINTS,
      values: [String(to), JSON.stringify(expected), String(advances.length), progress],
    };
    const writes = advances.flatMap(({ groups }) =>
      groups.map((group) => createWriteStatement('public', group)),
    );
    await this.runTransaction([move, ...writes]);
  }

  /** Runs statements in one transaction, sent in one round trip. Throws the first error after a rollback. */
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

/** SQLSTATE classes that are caused by the data or the code and not by the server's condition. */
const POISON_CLASSES = ['21', '22', '23', '42', 'P0'];

/** Whether the same events would fail again, unlike after a lost connection or a full disk. */
export function isPoison(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return POISON_CLASSES.includes((error.code ?? '').slice(0, 2));
}
