import { LRUCache } from 'lru-cache';
import type { EventShape, EventStore, LoadedState, RecordedEvent, RunnableDecider } from './types.ts';

export interface CachedState<State, E extends EventShape> extends LoadedState<State> {
  /** The decider that made the state, which gives its type. */
  readonly decider: RunnableDecider<State, E>;
  /** The start of the read or append that showed the state to be the latest, on the cache's logical clock. */
  readonly asOf: number;
}

/** A state just read, and the events that were read for it. */
interface ReadResult<State, E extends EventShape> {
  readonly entry: CachedState<State, E>;
  readonly events: readonly RecordedEvent<E>[];
}

/** The latest known states of streams, by which a read needs only the events that follow. */
export class StateCache<All extends EventShape> {
  readonly #eventStore: EventStore<All>;
  readonly #states: LRUCache<string, object>;
  #clock = 0;

  constructor(eventStore: EventStore<All>, size: number) {
    this.#eventStore = eventStore;
    this.#states = new LRUCache<string, object>({ max: size });
  }

  /** Advances the logical clock, which orders reads, appends and the arrival of commands. */
  tick(): number {
    this.#clock += 1;
    return this.#clock;
  }

  get<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
  ): CachedState<State, E> | undefined {
    const entry = this.#states.get(stream);
    return entry !== undefined && isMadeBy(entry, decider) ? entry : undefined;
  }

  set<State, E extends All>(stream: string, entry: CachedState<State, E>): void {
    this.#states.set(stream, entry);
  }

  delete(stream: string): void {
    this.#states.delete(stream);
  }

  /** Reads the events after `known` (all without one) and caches the state. */
  async read<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
    known: CachedState<State, E> | undefined,
  ): Promise<ReadResult<State, E>> {
    const asOf = this.tick();
    const from = known === undefined || known.revision === null ? 0n : known.revision + 1n;
    const read = await this.#eventStore.readStream(stream, from);
    if (!isOfDecider(decider, read.events)) throw new Error(`${stream} holds events of another decider`);
    const before = read.revision === null ? undefined : known;
    const entry: CachedState<State, E> = {
      decider,
      asOf,
      state: read.events.reduce(decider.evolve, before === undefined ? decider.initial : before.state),
      revision: read.revision,
      position: read.events.at(-1)?.position ?? before?.position ?? null,
    };
    this.set(stream, entry);
    return { entry, events: read.events };
  }

  async readAfterConflict<State, E extends All>(
    decider: RunnableDecider<State, E>,
    stream: string,
    known: CachedState<State, E>,
  ): Promise<CachedState<State, E>> {
    const { entry } = await this.read(decider, stream, known);
    // A conflict without new events: the store was restored to an earlier state, so the cached one is wrong.
    return entry.revision === known.revision ? (await this.read(decider, stream, undefined)).entry : entry;
  }
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
