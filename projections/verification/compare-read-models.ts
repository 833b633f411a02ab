import { setTimeout as delay } from 'node:timers/promises';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { Projection, StudioRecord } from '../definition/projection.ts';
import { readCheckpoints, readProjectionStatuses } from '../runner/checkpoints.ts';
import { Session } from '../runner/session.ts';
import { compareTable, type RowDifference } from './compare-tables.ts';
import { SideTables } from './side-tables.ts';

/** The differences between the read models and the events. */
export interface ReadModelComparison {
  readonly compared: readonly {
    readonly projection: string;
    /** The compared position, decimal; null before the first event. */
    readonly position: string | null;
    readonly rows: number;
    /** Number of rows that differ from the events. */
    readonly differing: number;
  }[];
  /** The projections that were not compared, with the reason. */
  readonly notCompared: readonly { readonly projection: string; readonly reason: string }[];
  /** The first hundred differing rows of each table. */
  readonly differences: readonly RowDifference[];
}

export interface CompareOptions {
  readonly databaseUrl: string;
  readonly store: Pick<EventStore<StudioEvent>, 'readAll'>;
  /** Receives every event read from the log, once and in order. */
  readonly onEvents?: (events: readonly StudioRecord[]) => void;
  readonly batchSize?: number;
  /** How long to wait for read models that lag behind; default 20 s. */
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
 * Builds every read model from the events beside the live one, up to the same position, and compares the two row by row. Reads one
 * snapshot and blocks no other process. One process at a time may call this.
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
    await waitForReadModels(session, projections, reached, options.catchUpTimeoutMs ?? 20_000);
    const answer = await compareInSnapshot(session, projections, side, reached, options);
    await side.drop();
    return answer;
  } finally {
    await session.close();
  }
}

/** Events in one transaction; larger batches merge more writes to the same row. */
const EVENTS_PER_WRITE = 25_000;

/** Projects the log from its start to its end; reads the next events while some are written. */
async function build(
  side: SideTables,
  { store, onEvents, batchSize = 5_000 }: CompareOptions,
): Promise<bigint | null> {
  let reached: bigint | null = null;
  let gathered: StudioRecord[] = [];
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const statements = side.createStatements(gathered);
    gathered = [];
    await writing;
    writing = side.write(statements);
    // The next await receives a failure; without a handler until then Node would end the process.
    writing.catch(() => {});
  };
  for await (const events of store.readAll(null, batchSize)) {
    onEvents?.(events);
    for (const event of events) gathered.push(event);
    if (gathered.length >= EVENTS_PER_WRITE) await write();
    reached = events.at(-1)?.position ?? reached;
  }
  await write();
  await writing;
  return reached;
}

/** Waits until the running read models have reached the position of the side tables, which cannot go back. */
async function waitForReadModels(
  { client }: Session,
  projections: readonly Projection[],
  reached: bigint | null,
  timeoutMs: number,
): Promise<void> {
  if (reached === null) return;
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; ) {
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
      const status = found.get(projection) ?? 'absent';
      const position = checkpoint?.position ?? null;
      const skip = (reason: string) => notCompared.push({ projection: projection.name, reason });
      if (status !== 'current') skip(REASONS[status]);
      else if (checkpoint?.isStopped) skip('it has stopped at an event that it can’t read');
      else if (reached !== null && (position === null || position < reached)) skip('it lags behind');
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

/** Projects the side tables from their position to the position of each read model in the snapshot. */
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
    const isWanted = (projection: Projection, { position }: StudioRecord) =>
      position <= (upTo.get(projection) ?? -1n);
    for (const { text, values } of side.createStatements(events, isWanted)) {
      await client.query({ text, values: [...values] });
    }
    if ((events.at(-1)?.position ?? last) >= last) return;
  }
}
