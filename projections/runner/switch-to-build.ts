import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { CONTROL_CHANNEL } from '../definition/progress.ts';
import { projectBatch } from './batch.ts';
import { readOwnedTables } from './checkpoints.ts';
import { getBuildSchema } from './ddl.ts';
import type { ProjectionBuild } from './projection-build.ts';
import type { Session } from './session.ts';
import { createWriteStatement } from './statements.ts';

/** Readers queue behind our wait for the lock, so it is short and repeated. */
const LOCK_TIMEOUT = '250ms';
const ATTEMPTS = 60;

/**
 * Replaces the old tables of a projection by the built ones in one transaction. A reader sees either all old or all new ones. The
 * checkpoint is locked first, as in every batch, so nothing is projected meanwhile.
 * @throws the error of Postgres when long-running readers kept the lock in every attempt
 */
export async function switchToBuild(
  session: Session,
  building: ProjectionBuild,
  store: EventStore<StudioEvent>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      building.position = await switchOnce(session, building, store);
      return;
    } catch (error) {
      await session.client.query('ROLLBACK');
      const isLockConflict =
        error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');
      if (!isLockConflict || attempt === ATTEMPTS) throw error;
      await delay(Math.min(50 * attempt, 1_000));
    }
  }
}

async function switchOnce(
  { client }: Session,
  { projection, position }: ProjectionBuild,
  store: EventStore<StudioEvent>,
): Promise<bigint | null> {
  const schema = getBuildSchema(projection);
  await client.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  await client.query(
    `INSERT INTO public.projection_checkpoints (name, version) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`,
    [projection.name, projection.version],
  );
  await client.query('SELECT 1 FROM public.projection_checkpoints WHERE name = $1 FOR UPDATE', [
    projection.name,
  ]);
  // With the checkpoint locked, the end of the log is at or beyond it.
  let reached = position;
  for await (const events of store.readAll(position)) {
    for (const group of projectBatch(projection, events, null).groups()) {
      const { text, values } = createWriteStatement(schema, group);
      await client.query({ text, values: [...values] });
    }
    reached = events.at(-1)?.position ?? reached;
  }
  const old = new Set([
    ...(await readOwnedTables(client, projection)),
    ...projection.tables.map(({ name }) => name),
  ]);
  for (const table of [...old].sort()) await client.query(`DROP TABLE IF EXISTS public."${table}"`);
  for (const table of projection.tables) {
    await client.query(`ALTER TABLE "${schema}"."${table.name}" SET SCHEMA public`);
  }
  await client.query(
    `UPDATE public.projection_checkpoints
     SET version = $2, position = $3::numeric, status = 'live', error = NULL, updated_at = now() WHERE name = $1`,
    [projection.name, projection.version, reached === null ? null : String(reached)],
  );
  await client.query(`DROP SCHEMA "${schema}"; SELECT pg_notify('${CONTROL_CHANNEL}', ''); COMMIT`);
  return reached;
}
