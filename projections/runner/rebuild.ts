import { acquireLock } from '#infra/postgres/advisory-lock.ts';
import type { Projection } from '../definition/projection.ts';
import { type BuildFailures, type BuildOptions, buildProjections } from './build-projections.ts';
import { readProjectionStatuses } from './checkpoints.ts';
import { Session } from './session.ts';

/** Allows one build at a time across all processes. */
const LOCK = 'projection-builds';

/**
 * Rebuilds the projections from all events while the old tables stay live, with or without an active runner.
 * Returns the failures by name.
 */
export async function rebuild(
  projections: readonly Projection[],
  options: BuildOptions,
): Promise<BuildFailures> {
  const lock = await acquireLock(options.databaseUrl, LOCK);
  try {
    return await buildProjections(projections, options);
  } finally {
    await lock.release();
  }
}

/** Rebuilds the projections whose code is newer than their tables, if any. */
export async function rebuildOutdated(
  options: BuildOptions & { readonly projections: readonly Projection[] },
  signal: AbortSignal,
): Promise<void> {
  if ((await findOutdated(options)).length === 0) return;
  const lock = await acquireLock(options.databaseUrl, LOCK, { signal });
  try {
    // Checked again, because another process may have rebuilt them during the wait for the lock.
    const projections = await findOutdated(options);
    if (projections.length > 0) await buildProjections(projections, options);
  } finally {
    await lock.release();
  }
}

async function findOutdated(options: {
  readonly databaseUrl: string;
  readonly projections: readonly Projection[];
}): Promise<Projection[]> {
  const session = await Session.open(options.databaseUrl, 'tideline projections check');
  try {
    const found = await readProjectionStatuses(session.client, options.projections);
    return [...found].filter(([, status]) => status === 'outdated').map(([projection]) => projection);
  } finally {
    await session.close();
  }
}
