import type { Logger } from '#infra/logging/logger.ts';
import { measure } from '#infra/telemetry/metrics.ts';
import { inSpan, isTracing, type SpanOptions, traceIdOf } from '#infra/telemetry/spans.ts';
import { CONTROL_CHANNEL } from '../definition/progress.ts';
import type { Projection, StudioRecord } from '../definition/projection.ts';
import type { Batch } from './batch.ts';
import { projectBatch } from './batch.ts';
import { readCheckpoints, stopCheckpoint } from './checkpoints.ts';
import { redactError } from './redact-error.ts';
import { type CheckpointAdvance, isPoison, Session } from './session.ts';

/** Far longer than a batch takes, so that a timeout means a broken connection. */
const QUERY_TIMEOUT_MS = 20_000;

interface LiveProjection {
  readonly projection: Projection;
  position: bigint | null;
}

type Outcome = { batch: Batch } | { error: unknown };

function tryProject({ projection, position }: LiveProjection, events: readonly StudioRecord[]): Outcome {
  try {
    return { batch: projectBatch(projection, events, position) };
  } catch (error) {
    return { error };
  }
}

/** The lowest position; null, the start of the log, is below all others. */
function findLowestPosition(positions: readonly (bigint | null)[]): bigint | null {
  let least = positions[0] ?? null;
  for (const position of positions) {
    if (position === null) return null;
    if (least === null || position < least) least = position;
  }
  return least;
}

/** A batch from one trace continues it; a batch from several starts a new trace with links to them. */
function createSpanOptions(events: readonly StudioRecord[]): SpanOptions {
  const traced = [...new Set(events.flatMap(({ metadata }) => metadata.traceparent ?? []))];
  const traces = new Set(traced.map(traceIdOf));
  const [parent] = traced;
  return {
    kind: 'consumer',
    attributes: { 'tideline.events': events.length },
    links: traced,
    ...(traces.size === 1 && parent !== undefined ? { parent } : {}),
  };
}

/** Runs all healthy projections on one subscription, which calls `position` and `onBatch`. */
export class LiveRunner {
  readonly #url: string;
  readonly #projections: readonly Projection[];
  readonly #log: Logger;
  readonly #onCheckpointMoved: () => void;
  #session: Session | undefined;
  #live: LiveProjection[] = [];

  /** `onCheckpointMoved`: a checkpoint was moved by another process or the connection broke, so the caller must subscribe again. */
  constructor(options: {
    url: string;
    projections: readonly Projection[];
    log: Logger;
    onCheckpointMoved: () => void;
  }) {
    this.#url = options.url;
    this.#projections = options.projections;
    this.#log = options.log;
    this.#onCheckpointMoved = options.onCheckpointMoved;
  }

  /** Reads the checkpoints and returns the position furthest behind. */
  readonly position = async (): Promise<bigint | null> => {
    const checkpoints = await this.#withSession(({ client }) => readCheckpoints(client));
    const known = this.#projections.flatMap((projection) => {
      const checkpoint = checkpoints.get(projection.name);
      return checkpoint?.version === projection.version ? [{ projection, checkpoint }] : [];
    });
    this.#live = known
      .filter(({ checkpoint }) => !checkpoint.isStopped)
      .map(({ projection, checkpoint: { position } }) => ({ projection, position }));
    const followed = this.#live.length > 0 ? this.#live : known.map(({ checkpoint }) => checkpoint);
    return findLowestPosition(followed.map(({ position }) => position));
  };

  readonly onBatch = async (events: readonly StudioRecord[]): Promise<void> => {
    const last = events.at(-1)?.position;
    if (last === undefined) return;
    const started = performance.now();
    await inSpan('project', isTracing() ? createSpanOptions(events) : {}, () => this.#project(events, last));
    measure('tideline_projection_batch_duration_seconds', (performance.now() - started) / 1_000, {});
  };

  async #project(events: readonly StudioRecord[], last: bigint): Promise<void> {
    const behind = this.#live.filter(({ position }) => position === null || position < last);
    const healthy: { live: LiveProjection; batch: Batch }[] = [];
    const failed: LiveProjection[] = [];
    for (const live of behind) {
      const outcome = tryProject(live, events);
      if ('batch' in outcome) healthy.push({ live, batch: outcome.batch });
      else failed.push(live);
    }
    try {
      if (healthy.length > 0) await this.#commit(healthy, last);
    } catch (error) {
      if (!isPoison(error)) throw error;
      failed.push(...healthy.map(({ live }) => live));
    }
    for (const live of failed) await this.#isolate(live, events);
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  async #commit(parts: readonly { live: LiveProjection; batch: Batch }[], to: bigint): Promise<void> {
    const advances: CheckpointAdvance[] = parts.map(({ live, batch }) => ({
      projection: live.projection,
      from: live.position,
      groups: batch.groups(),
    }));
    const topics = new Map(parts.flatMap(({ batch }) => [...batch.topics]));
    await this.#withSession((session) => session.advance(advances, to, [...topics.values()]));
    for (const { live } of parts) live.position = to;
  }

  /** Halves the batch until it finds the event that fails, and commits everything before it. */
  async #isolate(live: LiveProjection, events: readonly StudioRecord[]): Promise<void> {
    const { position } = live;
    const due = position === null ? events : events.filter((event) => event.position > position);
    const last = due.at(-1);
    if (last === undefined) return;
    const failure = await this.#findFailure(live, due, last.position);
    if (failure === undefined) return;
    if (due.length === 1) {
      await this.#stop(live, last, failure.error);
      return;
    }
    const middle = Math.ceil(due.length / 2);
    await this.#isolate(live, due.slice(0, middle));
    if (this.#live.includes(live)) await this.#isolate(live, due.slice(middle));
  }

  async #findFailure(
    live: LiveProjection,
    events: readonly StudioRecord[],
    to: bigint,
  ): Promise<{ error: unknown } | undefined> {
    const outcome = tryProject(live, events);
    if ('error' in outcome) return outcome;
    try {
      await this.#commit([{ live, batch: outcome.batch }], to);
      return undefined;
    } catch (error) {
      if (!isPoison(error)) throw error;
      return { error };
    }
  }

  async #stop(live: LiveProjection, event: StudioRecord, error: unknown): Promise<void> {
    const projection = live.projection.name;
    const poison = {
      eventId: event.id,
      type: event.type,
      position: String(event.position),
      ...redactError(error),
    };
    this.#live = this.#live.filter((other) => other !== live);
    await this.#withSession(({ client }) => stopCheckpoint(client, projection, poison));
    this.#log.fatal({ projection, poison }, 'A projection was stopped by an event that it can not take');
  }

  /** Runs `work` with the session. After an error it is closed, because its prepared statements may differ from the client's record. */
  async #withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      this.#session ??= await this.#open();
      return await work(this.#session);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async #open(): Promise<Session> {
    let opened: Session | undefined;
    const onLost = () => {
      if (opened === undefined || this.#session !== opened) return;
      this.#session = undefined;
      this.#onCheckpointMoved();
    };
    const session = await Session.open(this.#url, 'tideline projections', {
      onLost,
      queryTimeoutMs: QUERY_TIMEOUT_MS,
    });
    opened = session;
    session.client.on('notification', ({ processId }) => {
      if (!session.isOwnNotification(processId)) this.#onCheckpointMoved();
    });
    await session.client.query(`LISTEN ${CONTROL_CHANNEL}`).catch(async (error: unknown) => {
      await session.close();
      throw error;
    });
    return session;
  }
}
