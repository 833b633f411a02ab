import type { Pool, PoolClient } from 'pg';
import type { Queryable } from '../queryable.ts';

/** `bring`: the lines into the ledger; `invite`: the members by email; `undo`: everything back. */
export const importTasks = ['bring', 'invite', 'undo'] as const;
export type ImportTask = (typeof importTasks)[number];

interface TaskKey {
  readonly importId: string;
  readonly task: ImportTask;
}

/** The lines to bring over, encrypted with the key of this name. */
interface SealedLines {
  readonly keyId: string;
  readonly sealed: string;
  readonly people: number;
}

export interface ImportWork {
  /** Null for a task without lines. */
  readonly lines: SealedLines | null;
  /** How many people are done. */
  readonly done: number;
  readonly updatedAt: Date;
}

/** Waits until no other transaction begins an import, and holds the others off until this one ends. */
export async function lockImports(client: PoolClient): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('import', 0))");
}

/** Notes a task before its event is appended, so that a sweep finds what a crash left. Replaces one that never began. */
export async function putImportWork(
  queryable: Queryable,
  { importId, task, now, lines = null }: TaskKey & { now: Date; lines?: SealedLines | null },
): Promise<void> {
  await queryable.query({
    name: 'put-import-work',
    text: `INSERT INTO import_work (import_id, task, key_id, sealed, people, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (import_id, task) DO UPDATE SET key_id = excluded.key_id, sealed = excluded.sealed,
        people = excluded.people, done = 0, updated_at = excluded.updated_at`,
    values: [importId, task, lines?.keyId ?? null, lines?.sealed ?? null, lines?.people ?? 0, now],
  });
}

export async function readImportWork(
  pool: Pool,
  { importId, task }: TaskKey,
): Promise<ImportWork | undefined> {
  const { rows } = await pool.query<{
    keyId: string | null;
    sealed: string | null;
    people: number;
    done: number;
    updatedAt: Date;
  }>({
    name: 'read-import-work',
    text: `SELECT key_id AS "keyId", sealed, people, done, updated_at AS "updatedAt" FROM import_work
      WHERE import_id = $1 AND task = $2`,
    values: [importId, task],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { keyId, sealed, people, done, updatedAt } = row;
  return { lines: keyId === null || sealed === null ? null : { keyId, sealed, people }, done, updatedAt };
}

/** How far each import that is being brought over is, without its lines. */
export async function readImportProgress(
  pool: Pool,
): Promise<ReadonlyMap<string, { readonly done: number; readonly people: number }>> {
  const { rows } = await pool.query<{ importId: string; done: number; people: number }>({
    name: 'import-progress',
    text: `SELECT import_id AS "importId", done, people FROM import_work WHERE task = 'bring'`,
  });
  return new Map(rows.map(({ importId, ...progress }) => [importId, progress]));
}

/** Notes that the first `done` people are brought over; a slower process takes nothing of it back. */
export async function noteImportProgress(
  pool: Pool,
  { importId, done, now }: { importId: string; done: number; now: Date },
): Promise<void> {
  await pool.query({
    name: 'note-import-progress',
    text: `UPDATE import_work SET done = greatest(done, $2), updated_at = $3 WHERE import_id = $1 AND task = 'bring'`,
    values: [importId, done, now],
  });
}

export async function deleteImportWork(pool: Pool, { importId, task }: TaskKey): Promise<void> {
  await pool.query('DELETE FROM import_work WHERE import_id = $1 AND task = $2', [importId, task]);
}

/** Tasks on which no worker has worked since `before`. */
export async function readIdleImportWork(pool: Pool, before: Date): Promise<TaskKey[]> {
  const { rows } = await pool.query<TaskKey>({
    name: 'idle-import-work',
    text: `SELECT import_id AS "importId", task FROM import_work WHERE updated_at < $1 ORDER BY updated_at LIMIT 100`,
    values: [before],
  });
  return rows;
}
