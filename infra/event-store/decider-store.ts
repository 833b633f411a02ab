import { setTimeout as delay } from 'node:timers/promises';
import { LruCache } from '../cache/lru-cache.ts';
import { inSpan, type OpenSpan, tracedId } from '../telemetry/spans.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { categoryOf } from './traced-append.ts';
import {
  type CommandContext,
  type DeciderStore,
  type EventShape,
  type EventStore,
  EventStoreUnavailable,
  type Handled,
  type Loaded,
  type Recorded,
  type RunnableDecider,
  VersionConflict,
} from './types.ts';

const MAX_TRIES = 50;
/** How many commands whose append went unanswered are remembered. */
const DOUBTFUL_COMMANDS = 10_000;

interface CachedState<State, E extends EventShape> extends Loaded<State> {
  /** Who made the state, and so what it is. */
  readonly decider: RunnableDecider<State, E>;
  /** When the reading or appending that showed the state to be the latest was begun, on this store's own count. */
  readonly asOf: number;
}

/** A state just read, with the events that a doubtful command turned out to have written. */
interface Read<State, E extends EventShape> {
  readonly entry: CachedState<State, E>;
  readonly events: readonly Recorded<E>[];
}

/** Runs deciders over an event store; see `DeciderStore`. `cacheSize` counts streams. */
export function createDeciderStore<All extends EventShape>(
  eventStore: EventStore<All>,
  options: { cacheSize?: number } = {},
): DeciderStore<All> {
  const cache = new LruCache<string, object>(options.cacheSize ?? 10_000);
  const doubtful = new LruCache<string, true>(DOUBTFUL_COMMANDS);
  const queue = new KeyedQueue();
  let count = 0;

  function cached<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
  ): CachedState<State, E> | undefined {
    const entry = cache.get(stream);
    return entry !== undefined && isMadeBy(entry, decider) ? entry : undefined;
  }

  /** Reads what is new since `known` (everything when there is none) and caches the state. */
  async function read<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
    known: CachedState<State, E> | undefined,
  ): Promise<Read<State, E>> {
    count += 1;
    const asOf = count;
    const from = known === undefined || known.revision === null ? 0n : known.revision + 1n;
    const answer = await eventStore.readStream(stream, from);
    if (!isOfDecider(decider, answer.events)) throw new Error(`${stream} holds other deciders' events`);
    const before = answer.revision === null ? undefined : known;
    const entry: CachedState<State, E> = {
      decider,
      asOf,
      state: answer.events.reduce(decider.evolve, before === undefined ? decider.initial : before.state),
      revision: answer.revision,
      position: answer.events.at(-1)?.position ?? before?.position ?? null,
    };
    cache.set(stream, entry);
    return { entry, events: answer.events };
  }

  async function readAfterConflict<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
    known: CachedState<State, E>,
  ): Promise<CachedState<State, E>> {
    const { entry } = await read(decider, stream, known);
    // A conflict with nothing new behind it: the stream is not the one we knew (the store was restored to an earlier day).
    return entry.revision === known.revision ? (await read(decider, stream, undefined)).entry : entry;
  }

  async function append<State, E extends All>(
    stream: string,
    entry: CachedState<State, E>,
    events: readonly E[],
    context: CommandContext,
  ): Promise<Handled<State, E>> {
    count += 1;
    const asOf = count;
    const { decider } = entry;
    try {
      const appended = await eventStore.append(stream, entry.revision ?? 'no_stream', events, context);
      const state = events.reduce(decider.evolve, entry.state);
      const next: CachedState<State, E> = { decider, asOf, state, ...appended };
      cache.set(stream, next);
      return { ...loaded(next), events };
    } catch (error) {
      if (error instanceof VersionConflict) throw error;
      // Whether it was written is not known: the next command reads the stream from its start.
      cache.delete(stream);
      if (error instanceof EventStoreUnavailable) doubtful.set(doubt(stream, context), true);
      throw error;
    }
  }

  /** What an earlier, unanswered try of the same command wrote; undefined when it wrote nothing. */
  async function alreadyDone<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
    context: CommandContext,
  ): Promise<Handled<State, E> | undefined> {
    const { entry, events } = await read(decider, stream, undefined);
    doubtful.delete(doubt(stream, context));
    const written = events.filter(({ metadata }) => metadata.commandId === context.commandId);
    return written.length === 0 ? undefined : { ...loaded(entry), events: written };
  }

  async function decideAndAppend<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
    context: CommandContext,
    decide: (state: State) => readonly E[],
    receivedAt: number,
    span: OpenSpan,
  ): Promise<Handled<State, E>> {
    if (doubtful.get(doubt(stream, context)) === true) {
      const done = await alreadyDone(decider, stream, context);
      if (done !== undefined) return done;
    }
    let entry = cached(decider, stream) ?? (await read(decider, stream, undefined)).entry;
    for (let attempt = 1; ; attempt += 1) {
      const decision = take(decide, entry.state);
      if (decision.events.length > 0) {
        try {
          return await append(stream, entry, decision.events, context);
        } catch (error) {
          if (!(error instanceof VersionConflict) || attempt === MAX_TRIES) throw error;
          span.note({ 'tideline.conflicts': attempt });
          // Another process is at the same stream; a random moment keeps the two from meeting again and again.
          if (attempt > 1) await delay(Math.random() * Math.min(attempt, 10));
          entry = await readAfterConflict(decider, stream, entry);
          continue;
        }
      } else if (entry.asOf > receivedAt) {
        if ('refusal' in decision) throw decision.refusal;
        return { ...loaded(entry), events: [] };
      }
      entry = (await read(decider, stream, entry)).entry;
    }
  }

  return {
    async load(decider, id) {
      const stream = decider.stream(id);
      count += 1;
      const receivedAt = count;
      return queue.run(stream, async () => {
        const known = cached(decider, stream);
        if (known !== undefined && known.asOf > receivedAt) return loaded(known);
        return loaded((await read(decider, stream, known)).entry);
      });
    },

    peek(decider, id) {
      return cached(decider, decider.stream(id))?.state;
    },

    async handle(decider, id, context, decide) {
      const stream = decider.stream(id);
      count += 1;
      const receivedAt = count;
      const attributes = { 'tideline.command.id': tracedId(context.commandId) };
      return inSpan(`decide ${categoryOf(stream)}`, { attributes }, (span) =>
        queue.run(stream, () => decideAndAppend(decider, stream, context, decide, receivedAt, span)),
      );
    },
  };
}

type Decision<E> =
  | { readonly events: readonly E[] }
  | { readonly events: readonly []; readonly refusal: unknown };

/** A refusal is not passed on yet: on a state that may be stale it means nothing. */
function take<State, E>(decide: (state: State) => readonly E[], state: State): Decision<E> {
  try {
    return { events: decide(state) };
  } catch (refusal) {
    return { events: [], refusal };
  }
}

function loaded<State>({ state, revision, position }: Loaded<State>): Loaded<State> {
  return { state, revision, position };
}

function doubt(stream: string, context: CommandContext): string {
  return `${stream}\n${context.commandId}`;
}

function isMadeBy<State, E extends EventShape>(
  entry: object,
  decider: RunnableDecider<State, E>,
): entry is CachedState<State, E> {
  return 'decider' in entry && entry.decider === decider;
}

/** A stream holds its own decider's events only, because the decider is the only one that writes to it. */
function isOfDecider<All extends EventShape, State, E extends All>(
  decider: RunnableDecider<State, E>,
  events: readonly Recorded<All>[],
): events is readonly Recorded<E>[] {
  return typeof decider.evolve === 'function' && events.every(({ stream }) => stream === events[0]?.stream);
}
