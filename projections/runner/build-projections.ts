import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { Logger } from '#infra/logging/logger.ts';
import type { Projection } from '../definition/projection.ts';
import { type Batch, projectBatch } from './batch.ts';
import { createIndexes, createTables, getBuildSchema } from './ddl.ts';
import type { ProjectionBuild } from './projection-build.ts';
import { redactError } from './redact-error.ts';
import { isPoison, Session } from './session.ts';
import { writeStatement } from './statements.ts';
import { switchToBuild } from './switch-to-build.ts';

export interface BuildOptions {
  readonly databaseUrl: string;
  readonly store: EventStore<StudioEvent>;
  readonly log: Logger;
  readonly batchSize?: number;
}

/** What of a build did not come to its end, by the projection's name. */
export type BuildFailures = Map<string, unknown>;

/** A pass over the log that met fewer events than this is near enough to its end to switch. */
const NEAR = 1_000;

/**
 * Builds projections from all events beside the tables that serve, reading the store once for all of them, and lets each
 * take its place when it has caught up. One that fails leaves its old tables in place and is answered with its error;
 * the others go on. To be called by one process at a time.
 */
export async function buildProjections(
  projections: readonly Projection[],
  options: BuildOptions,
): Promise<BuildFailures> {
  const failures: BuildFailures = new Map();
  const session = await Session.open(options.databaseUrl, 'tideline rebuild');
  try {
    for (const projection of projections) await session.client.query(emptySchema(projection));
    const all: ProjectionBuild[] = projections.map((projection) => ({
      projection,
      position: null,
      hasFailed: false,
    }));
    const healthy = () => all.filter(({ hasFailed }) => !hasFailed);
    const drop = (failed: ProjectionBuild, error: unknown) => {
      if (failed.hasFailed) return;
      failed.hasFailed = true;
      failures.set(failed.projection.name, error);
      const { name } = failed.projection;
      options.log.fatal({ projection: name, error: redactError(error) }, 'A projection could not be built');
    };
    for (let indexed = false; ; ) {
      const read = await pass(session, healthy(), options, drop);
      if (!indexed) for (const { projection } of healthy()) await addIndexes(session, projection);
      indexed = true;
      if (read < NEAR || healthy().length === 0) break;
    }
    for (const one of healthy()) {
      try {
        await switchToBuild(session, one, options.store);
        options.log.info(
          {
            projection: one.projection.name,
            version: one.projection.version,
            position: String(one.position),
          },
          'A projection was built anew and has taken its place',
        );
      } catch (error) {
        drop(one, error);
      }
    }
  } finally {
    await session.close();
  }
  return failures;
}

function emptySchema(projection: Projection): string {
  const schema = getBuildSchema(projection);
  return `DROP SCHEMA IF EXISTS "${schema}" CASCADE; CREATE SCHEMA "${schema}"; ${createTables(projection, schema)}`;
}

async function addIndexes(session: Session, projection: Projection): Promise<void> {
  const schema = getBuildSchema(projection);
  await session.client.query(createIndexes(projection, schema));
  for (const table of projection.tables) await session.client.query(`ANALYZE "${schema}"."${table.name}"`);
}

/** Reads from the one furthest behind to the log's end; answers how many events that were. */
async function pass(
  session: Session,
  building: readonly ProjectionBuild[],
  { store, log, batchSize = 5_000 }: BuildOptions,
  drop: (failed: ProjectionBuild, error: unknown) => void,
): Promise<number> {
  const from = building[0]?.position ?? null;
  const started = performance.now();
  let read = 0;
  let told = started;
  const speed = () => Math.round(read / ((performance.now() - started) / 1_000));
  // While Postgres writes one batch the next is read and projected.
  let writing: Promise<void> = Promise.resolve();
  for await (const events of store.readAll(from, batchSize)) {
    const last = events.at(-1)?.position;
    if (last === undefined) continue;
    const parts: { one: ProjectionBuild; batch: Batch }[] = [];
    for (const one of building.filter(({ hasFailed }) => !hasFailed)) {
      try {
        parts.push({ one, batch: projectBatch(one.projection, events, null) });
      } catch (error) {
        drop(one, error);
      }
    }
    await writing;
    writing = write(session, parts, last, drop);
    // Rejections are met at the next await; without a handler meanwhile Node would end the process.
    writing.catch(() => {});
    read += events.length;
    if (performance.now() - told > 2_000) {
      told = performance.now();
      log.info({ events: read, eventsPerSecond: speed(), position: String(last) }, 'Building projections');
    }
  }
  await writing;
  if (read > 0) log.info({ events: read, eventsPerSecond: speed() }, 'Read to the end of the log');
  return read;
}

/** A transaction for each projection, so that one that can't be written does not take the others with it. */
async function write(
  session: Session,
  parts: readonly { one: ProjectionBuild; batch: Batch }[],
  to: bigint,
  drop: (failed: ProjectionBuild, error: unknown) => void,
): Promise<void> {
  const written = parts
    .filter(({ one }) => !one.hasFailed)
    .map(async ({ one, batch }) => {
      const schema = getBuildSchema(one.projection);
      try {
        await session.runTransaction(batch.groups().map((group) => writeStatement(schema, group)));
        one.position = to;
      } catch (error) {
        if (!isPoison(error)) throw error;
        drop(one, error);
      }
    });
  await Promise.all(written);
}
