import { setTimeout as delay } from 'node:timers/promises';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { Projection, StudioRecord } from '../definition/projection.ts';
import { readCheckpoints, readProjectionStatuses } from '../runner/checkpoints.ts';
import { Session } from '../runner/session.ts';
import { compareTable, type RowDifference } from './compare-tables.ts';
import { SideTables } from './side-tables.ts';

/** How the read models stand to the events. */
export interface ReadModelComparison {
  readonly compared: readonly {
    readonly projection: string;
    /** Up to where both were looked at, decimal; null before the first event. */
    readonly position: string | null;
    readonly rows: number;
    /** Rows that are not what the events say. */
    readonly differing: number;
  }[];
  /** Those that can't be compared, and why. */
  readonly notCompared: readonly { readonly projection: string; readonly reason: string }[];
  /** The first hundred rows of each table. */
  readonly differences: readonly RowDifference[];
}

export interface CompareOptions {
  readonly databaseUrl: string;
  readonly store: Pick<EventStore<StudioEvent>, 'readAll'>;
  /** Sees every event that is read on the way, in order, once. */
  readonly onEvents?: (events: readonly StudioRecord[]) => void;
  readonly batchSize?: number;
  /** How long read models that lag behind are waited for; 20 s when left out. */
  readonly catchUpTimeoutMs?: number;
}

const SCHEMA = 'verification';
const WAIT_MS = 100;

const REASONS = {
  absent: 'it was never built',
  outdated: 'a new version of it is being built',
  newer: 'a later release feeds it',
} as const;

/**
 * Builds every read model anew from the events, beside the ones that serve and up to exactly where each of those is, and
 * compares the two row by row. Reads one snapshot and holds nobody up. To be called by one process at a time.
 */
export async function compareReadModels(
  projections: readonly Projection[],
  options: CompareOptions,
): Promise<ReadModelComparison> {
  const session = await Session.open(options.databaseUrl, 'tideline verification');
  try {
    const side = new SideTables(session, projections, SCHEMA);
    await side.create('UNLOGGED TABLE');
    const reached = await build(side, options);
    await waitFor(session, projections, reached, options.catchUpTimeoutMs ?? 20_000);
    const answer = await compareInSnapshot(session, projections, side, reached, options);
    await side.drop();
    return answer;
  } finally {
    await session.close();
  }
}

/** Events that are written together: the more there are, the more changes of one row are one. */
const WRITTEN_TOGETHER = 25_000;

/** From the first event to the log's end; while some are written the next are read. */
async function build(
  side: SideTables,
  { store, onEvents, batchSize = 5_000 }: CompareOptions,
): Promise<bigint | null> {
  let reached: bigint | null = null;
  let gathered: StudioRecord[] = [];
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const statements = side.statements(gathered);
    gathered = [];
    await writing;
    writing = side.write(statements);
    // A failure is met at the next await; without a handler meanwhile Node would end the process.
    writing.catch(() => {});
  };
  for await (const events of store.readAll(null, batchSize)) {
    onEvents?.(events);
    for (const event of events) gathered.push(event);
    if (gathered.length >= WRITTEN_TOGETHER) await write();
    reached = events.at(-1)?.position ?? reached;
  }
  await write();
  await writing;
  return reached;
}

/** Waits until the read models that are fed are as far as the side tables, which can't go back. */
async function waitFor(
  { client }: Session,
  projections: readonly Projection[],
  reached: bigint | null,
  patienceMs: number,
): Promise<void> {
  if (reached === null) return;
  for (const giveUpAt = performance.now() + patienceMs; performance.now() < giveUpAt; ) {
    const checkpoints = await readCheckpoints(client);
    const isBehind = projections.some(({ name }) => {
      const checkpoint = checkpoints.get(name);
      return checkpoint?.isStopped === false && (checkpoint.position ?? -1n) < reached;
    });
    if (!isBehind) return;
    await delay(WAIT_MS);
  }
}

async function compareInSnapshot(
  { client }: Session,
  projections: readonly Projection[],
  side: SideTables,
  reached: bigint | null,
  { store }: CompareOptions,
): Promise<ReadModelComparison> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    const checkpoints = await readCheckpoints(client);
    const found = await readProjectionStatuses(client, projections);
    const notCompared: { projection: string; reason: string }[] = [];
    const upTo = new Map<Projection, bigint | null>();
    for (const projection of projections) {
      const checkpoint = checkpoints.get(projection.name);
      const standing = found.get(projection) ?? 'absent';
      const position = checkpoint?.position ?? null;
      const not = (reason: string) => notCompared.push({ projection: projection.name, reason });
      if (standing !== 'current') not(REASONS[standing]);
      else if (checkpoint?.isStopped) not('it has stopped at an event that it can’t read');
      else if (reached !== null && (position === null || position < reached)) not('it lags behind');
      else upTo.set(projection, position);
    }
    await catchUp(client, side, store, reached, upTo);
    await client.query(
      'SET LOCAL enable_seqscan = on; SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on',
    );
    const compared: { projection: string; position: string | null; rows: number; differing: number }[] = [];
    const differences: RowDifference[] = [];
    for (const [projection, position] of upTo) {
      const sum = { rows: 0, differing: 0 };
      for (const table of projection.tables) {
        const compare = await compareTable(client, projection, table, side.schema);
        sum.rows += compare.rows;
        sum.differing += compare.differing;
        differences.push(...compare.differences);
      }
      compared.push({
        projection: projection.name,
        position: position === null ? null : String(position),
        ...sum,
      });
    }
    return { compared, notCompared, differences };
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Brings the side tables from where they are to where each read model was at the moment of the snapshot. */
async function catchUp(
  client: Session['client'],
  side: SideTables,
  store: CompareOptions['store'],
  reached: bigint | null,
  upTo: ReadonlyMap<Projection, bigint | null>,
): Promise<void> {
  let last = reached ?? -1n;
  for (const position of upTo.values()) if (position !== null && position > last) last = position;
  if (last === (reached ?? -1n)) return;
  for await (const events of store.readAll(reached)) {
    const wants = (projection: Projection, { position }: StudioRecord) =>
      position <= (upTo.get(projection) ?? -1n);
    for (const { text, values } of side.statements(events, wants)) {
      await client.query({ text, values: [...values] });
    }
    if ((events.at(-1)?.position ?? last) >= last) return;
  }
}
