import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { inSpan, type OpenSpan, toTraceableId } from '../telemetry/spans.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { getStreamCategory } from './stream-category.ts';
import {
  type CommandContext,
  type DeciderStore,
  type EventShape,
  type EventStore,
  EventStoreUnavailable,
  type HandleResult,
  type LoadedState,
  type RecordedEvent,
  type RunnableDecider,
  VersionConflict,
} from './types.ts';

const MAX_ATTEMPTS = 50;

interface CachedState<State, E extends EventShape> extends LoadedState<State> {
  /** The decider that made the state, which gives its type. */
  readonly decider: RunnableDecider<State, E>;
  /** The start of the read or append that showed the state to be the latest, on this store's logical clock. */
  readonly asOf: number;
}

/** A state just read, and the events that were read for it. */
interface ReadResult<State, E extends EventShape> {
  readonly entry: CachedState<State, E>;
  readonly events: readonly RecordedEvent<E>[];
}

/** Runs deciders over an event store; see `DeciderStore`. `cacheSize` counts streams, and commands with an unanswered append. */
export function createDeciderStore<All extends EventShape>(
  eventStore: EventStore<All>,
  { cacheSize = 10_000 }: { cacheSize?: number } = {},
): DeciderStore<All> {
  const cache = new LRUCache<string, object>({ max: cacheSize });
  const unanswered = new LRUCache<string, true>({ max: cacheSize });
  const queue = new KeyedQueue();
  let clock = 0;

  function cached<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
  ): CachedState<State, E> | undefined {
    const entry = cache.get(stream);
    return entry !== undefined && isMadeBy(entry, decider) ? entry : undefined;
  }

  /** Reads the events after `known` (all without one) and caches the state. */
  async function read<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
    known: CachedState<State, E> | undefined,
  ): Promise<ReadResult<State, E>> {
    clock += 1;
    const asOf = clock;
    const from = known === undefined || known.revision === null ? 0n : known.revision + 1n;
    const read = await eventStore.readStream(stream, from);
    if (!isOfDecider(decider, read.events)) throw new Error(`${stream} holds events of another decider`);
    const before = read.revision === null ? undefined : known;
    const entry: CachedState<State, E> = {
      decider,
      asOf,
      state: read.events.reduce(decider.evolve, before === undefined ? decider.initial : before.state),
      revision: read.revision,
      position: read.events.at(-1)?.position ?? before?.position ?? null,
    };
    cache.set(stream, entry);
    return { entry, events: read.events };
  }

  async function readAfterConflict<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
    known: CachedState<State, E>,
  ): Promise<CachedState<State, E>> {
    const { entry } = await read(decider, stream, known);
    // A conflict without new events: the store was restored to an earlier state, so the cached one is wrong.
    return entry.revision === known.revision ? (await read(decider, stream, undefined)).entry : entry;
  }

  async function append<State, E extends All>(
    stream: string,
    entry: CachedState<State, E>,
    events: readonly E[],
    context: CommandContext,
  ): Promise<HandleResult<State, E>> {
    clock += 1;
    const asOf = clock;
    const { decider } = entry;
    try {
      const appended = await eventStore.append(stream, entry.revision ?? 'no_stream', events, context);
      const state = events.reduce(decider.evolve, entry.state);
      const next: CachedState<State, E> = { decider, asOf, state, ...appended };
      cache.set(stream, next);
      return { ...toLoadedState(next), events };
    } catch (error) {
      if (error instanceof VersionConflict) throw error;
      // Whether it was written is unknown: the next command reads the stream from its start.
      cache.delete(stream);
      if (error instanceof EventStoreUnavailable) unanswered.set(getCommandKey(stream, context), true);
      throw error;
    }
  }

  /** The result of an earlier, unanswered attempt of the same command; undefined when it wrote nothing. */
  async function findEarlierResult<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
    context: CommandContext,
  ): Promise<HandleResult<State, E> | undefined> {
    const { entry, events } = await read(decider, stream, undefined);
    unanswered.delete(getCommandKey(stream, context));
    const written = events.filter(({ metadata }) => metadata.commandId === context.commandId);
    return written.length === 0 ? undefined : { ...toLoadedState(entry), events: written };
  }

  async function decideAndAppend<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
    context: CommandContext,
    decide: (state: State) => readonly E[],
    receivedAt: number,
    span: OpenSpan,
  ): Promise<HandleResult<State, E>> {
    if (unanswered.get(getCommandKey(stream, context)) === true) {
      const done = await findEarlierResult(decider, stream, context);
      if (done !== undefined) return done;
    }
    let entry = cached(decider, stream) ?? (await read(decider, stream, undefined)).entry;
    for (let attempt = 1; ; attempt += 1) {
      const decision = tryDecide(decide, entry.state);
      if (decision.events.length > 0) {
        try {
          return await append(stream, entry, decision.events, context);
        } catch (error) {
          if (!(error instanceof VersionConflict) || attempt === MAX_ATTEMPTS) throw error;
          span.setAttributes({ 'tideline.conflicts': attempt });
          // Another process appends to the same stream; a random delay keeps the two from conflicting repeatedly.
          if (attempt > 1) await delay(Math.random() * Math.min(attempt, 10));
          entry = await readAfterConflict(decider, stream, entry);
          continue;
        }
      } else if (entry.asOf > receivedAt) {
        if ('refusal' in decision) throw decision.refusal;
        return { ...toLoadedState(entry), events: [] };
      }
      entry = (await read(decider, stream, entry)).entry;
    }
  }

  return {
    async load(decider, id) {
      const stream = decider.stream(id);
      clock += 1;
      const receivedAt = clock;
      return queue.run(stream, async () => {
        const known = cached(decider, stream);
        if (known !== undefined && known.asOf > receivedAt) return toLoadedState(known);
        return toLoadedState((await read(decider, stream, known)).entry);
      });
    },

    peek(decider, id) {
      return cached(decider, decider.stream(id))?.state;
    },

    async handle(decider, id, context, decide) {
      const stream = decider.stream(id);
      clock += 1;
      const receivedAt = clock;
      const attributes = { 'tideline.command.id': toTraceableId(context.commandId) };
      return inSpan(`decide ${getStreamCategory(stream)}`, { attributes }, (span) =>
        queue.run(stream, () => decideAndAppend(decider, stream, context, decide, receivedAt, span)),
      );
    },
  };
}

type Decision<E> =
  | { readonly events: readonly E[] }
  | { readonly events: readonly []; readonly refusal: unknown };

/** Returns a refusal instead of throwing it, because it does not count while the state may be stale. */
function tryDecide<State, E>(decide: (state: State) => readonly E[], state: State): Decision<E> {
  try {
    return { events: decide(state) };
  } catch (refusal) {
    return { events: [], refusal };
  }
}

function toLoadedState<State>({ state, revision, position }: LoadedState<State>): LoadedState<State> {
  return { state, revision, position };
}

function getCommandKey(stream: string, context: CommandContext): string {
  return `${stream}\n${context.commandId}`;
}

function isMadeBy<State, E extends EventShape>(
  entry: object,
  decider: RunnableDecider<State, E>,
): entry is CachedState<State, E> {
  return 'decider' in entry && entry.decider === decider;
}

/** A stream holds events of its own decider only, because no other writes to it. */
function isOfDecider<All extends EventShape, State, E extends All>(
  decider: RunnableDecider<State, E>,
  events: readonly RecordedEvent<All>[],
): events is readonly RecordedEvent<E>[] {
  return typeof decider.evolve === 'function' && events.every(({ stream }) => stream === events[0]?.stream);
}
