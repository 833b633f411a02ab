import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { Logger } from '#infra/logging/logger.ts';
import type { Projection } from '../definition/projection.ts';
import { type Batch, projectBatch } from './batch.ts';
import { createIndexes, createTables, getBuildSchema } from './ddl.ts';
import type { ProjectionBuild } from './projection-build.ts';
import { redactError } from './redact-error.ts';
import { isPoison, Session } from './session.ts';
import { createWriteStatement } from './statements.ts';
import { switchToBuild } from './switch-to-build.ts';

export interface BuildOptions {
  readonly databaseUrl: string;
  readonly store: EventStore<StudioEvent>;
  readonly log: Logger;
  readonly batchSize?: number;
}

/** The errors of failed builds, by the projection's name. */
export type BuildFailures = Map<string, unknown>;

/** After a pass that read fewer events than this, the build is close enough to the log's end to switch. */
const MAX_EVENTS_BEFORE_SWITCH = 1_000;

/**
 * Builds projections from all events beside the live tables, reading the store once for all, and replaces each one's tables when it has
 * caught up. A failed one keeps its old tables, and its error is returned; the others continue. One process at a time may call this.
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
    const markFailed = (failed: ProjectionBuild, error: unknown) => {
      if (failed.hasFailed) return;
      failed.hasFailed = true;
      failures.set(failed.projection.name, error);
      const { name } = failed.projection;
      options.log.fatal({ projection: name, error: redactError(error) }, 'A projection could not be built');
    };
    for (let indexed = false; ; ) {
      const read = await buildPass(session, healthy(), options, markFailed);
      if (!indexed) for (const { projection } of healthy()) await addIndexes(session, projection);
      indexed = true;
      if (read < MAX_EVENTS_BEFORE_SWITCH || healthy().length === 0) break;
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
          'A projection was rebuilt and replaced the old one',
        );
      } catch (error) {
        markFailed(one, error);
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

/** Projects from the position furthest behind to the log's end, and returns the number of events read. */
async function buildPass(
  session: Session,
  building: readonly ProjectionBuild[],
  { store, log, batchSize = 5_000 }: BuildOptions,
  markFailed: (failed: ProjectionBuild, error: unknown) => void,
): Promise<number> {
  const from = building[0]?.position ?? null;
  const started = performance.now();
  let read = 0;
  let loggedAt = started;
  const eventsPerSecond = () => Math.round(read / ((performance.now() - started) / 1_000));
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
        markFailed(one, error);
      }
    }
    await writing;
    writing = writeParts(session, parts, last, markFailed);
    // The next await receives a rejection; without a handler until then Node would end the process.
    writing.catch(() => {});
    read += events.length;
    if (performance.now() - loggedAt > 2_000) {
      loggedAt = performance.now();
      log.info(
        { events: read, eventsPerSecond: eventsPerSecond(), position: String(last) },
        'Building projections',
      );
    }
  }
  await writing;
  if (read > 0) log.info({ events: read, eventsPerSecond: eventsPerSecond() }, 'Read to the end of the log');
  return read;
}

/** Writes one transaction for each projection, so that the failure of one does not affect the others. */
async function writeParts(
  session: Session,
  parts: readonly { one: ProjectionBuild; batch: Batch }[],
  to: bigint,
  markFailed: (failed: ProjectionBuild, error: unknown) => void,
): Promise<void> {
  const writes = parts
    .filter(({ one }) => !one.hasFailed)
    .map(async ({ one, batch }) => {
      const schema = getBuildSchema(one.projection);
      try {
        await session.runTransaction(batch.groups().map((group) => createWriteStatement(schema, group)));
        one.position = to;
      } catch (error) {
        if (!isPoison(error)) throw error;
        markFailed(one, error);
      }
    });
  await Promise.all(writes);
}
