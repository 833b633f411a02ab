import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { inSpan, type OpenSpan, toTraceableId } from '../telemetry/spans.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { type CachedState, StateCache } from './state-cache.ts';
import { getStreamCategory } from './stream-category.ts';
import {
  type CommandContext,
  type DeciderStore,
  type EventShape,
  type EventStore,
  EventStoreUnavailable,
  type HandleResult,
  type LoadedState,
  type RunnableDecider,
  VersionConflict,
} from './types.ts';

const MAX_ATTEMPTS = 50;

/** Runs deciders over an event store; see `DeciderStore`. `cacheSize` counts streams, and commands with an unanswered append. */
export function createDeciderStore<All extends EventShape>(
  eventStore: EventStore<All>,
  { cacheSize = 10_000 }: { cacheSize?: number } = {},
): DeciderStore<All> {
  const states = new StateCache(eventStore, cacheSize);
  const handleCommand = createCommandHandler(eventStore, states, cacheSize);
  const queue = new KeyedQueue();

  return {
    async load(decider, id) {
      const stream = decider.stream(id);
      const receivedAt = states.tick();
      return queue.run(stream, async () => {
        const known = states.get(decider, stream);
        if (known !== undefined && known.asOf > receivedAt) return toLoadedState(known);
        return toLoadedState((await states.read(decider, stream, known)).entry);
      });
    },

    peek(decider, id) {
      return states.get(decider, decider.stream(id))?.state;
    },

    async handle(decider, id, context, decide) {
      const stream = decider.stream(id);
      const receivedAt = states.tick();
      const attributes = { 'tideline.command.id': toTraceableId(context.commandId) };
      return inSpan(`decide ${getStreamCategory(stream)}`, { attributes }, (span) =>
        queue.run(stream, () => handleCommand({ decider, stream, context, decide, receivedAt, span })),
      );
    },
  };
}

interface Command<State, E extends EventShape> {
  readonly decider: RunnableDecider<State, E>;
  readonly stream: string;
  readonly context: CommandContext;
  readonly decide: (state: State) => readonly E[];
  /** When it arrived, on the logical clock: a decision without events needs a state that is newer. */
  readonly receivedAt: number;
  readonly span: OpenSpan;
}

/** Returns a function that handles one command, while no other one of the same stream runs in this store. */
function createCommandHandler<All extends EventShape>(
  eventStore: EventStore<All>,
  states: StateCache<All>,
  cacheSize: number,
) {
  const unanswered = new LRUCache<string, true>({ max: cacheSize });

  async function append<State, E extends All>(
    { stream, decider, context }: Command<State, E>,
    entry: CachedState<State, E>,
    events: readonly E[],
  ): Promise<HandleResult<State, E>> {
    const asOf = states.tick();
    try {
      const appended = await eventStore.append(stream, entry.revision ?? 'no_stream', events, context);
      const state = events.reduce(decider.evolve, entry.state);
      const next: CachedState<State, E> = { decider, asOf, state, ...appended };
      states.set(stream, next);
      return { ...toLoadedState(next), events };
    } catch (error) {
      if (error instanceof VersionConflict) throw error;
      // Whether it was written is unknown: the next command reads the stream from its start.
      states.delete(stream);
      if (error instanceof EventStoreUnavailable) unanswered.set(getCommandKey(stream, context), true);
      throw error;
    }
  }

  /** The result of an earlier, unanswered attempt of the same command; undefined when it wrote nothing. */
  async function findEarlierResult<State, E extends All>({
    decider,
    stream,
    context,
  }: Command<State, E>): Promise<HandleResult<State, E> | undefined> {
    const { entry, events } = await states.read(decider, stream, undefined);
    unanswered.delete(getCommandKey(stream, context));
    const written = events.filter(({ metadata }) => metadata.commandId === context.commandId);
    return written.length === 0 ? undefined : { ...toLoadedState(entry), events: written };
  }

  return async <State, E extends All>(command: Command<State, E>): Promise<HandleResult<State, E>> => {
    const { decider, stream } = command;
    if (unanswered.get(getCommandKey(stream, command.context)) === true) {
      const earlier = await findEarlierResult(command);
      if (earlier !== undefined) return earlier;
    }
    let entry = states.get(decider, stream) ?? (await states.read(decider, stream, undefined)).entry;
    for (let attempt = 1; ; attempt += 1) {
      const decision = tryDecide(command.decide, entry.state);
      if (decision.events.length > 0) {
        try {
          return await append(command, entry, decision.events);
        } catch (error) {
          if (!(error instanceof VersionConflict) || attempt === MAX_ATTEMPTS) throw error;
          command.span.setAttributes({ 'tideline.conflicts': attempt });
          // Another process appends to the same stream; a random delay keeps the two from conflicting repeatedly.
          if (attempt > 1) await delay(Math.random() * Math.min(attempt, 10));
          entry = await states.readAfterConflict(decider, stream, entry);
          continue;
        }
      } else if (entry.asOf > command.receivedAt) {
        if ('refusal' in decision) throw decision.refusal;
        return { ...toLoadedState(entry), events: [] };
      }
      entry = (await states.read(decider, stream, entry)).entry;
    }
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
