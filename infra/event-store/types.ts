/** Who caused an event. */
export type Actor =
  | { kind: 'member'; id: string }
  /** `staffId` is missing when they came in by the password that a role shares. */
  | { kind: 'staff'; role: 'admin' | 'instructor' | 'auditor'; staffId?: string }
  | { kind: 'worker'; name: string }
  | { kind: 'webhook'; provider: 'stripe' }
  | { kind: 'system'; name: string };

/**
 * What a command runs in: the studio clock's instant at receipt, the command's id (event ids derive from it, so a
 * retried append is the same append), who asked, and what caused it.
 */
export interface CommandContext {
  readonly now: Date;
  readonly commandId: string;
  readonly actor: Actor;
  readonly causationId?: string;
  readonly requestId?: string;
}

/** What is kept beside each event. */
export interface EventMetadata {
  readonly commandId: string;
  readonly actor: Actor;
  readonly causationId?: string;
  readonly requestId?: string;
  /** Of the span that appended it, as W3C writes it; only of what was traced. */
  readonly traceparent?: string;
}

/** The least the store asks of an event. */
export interface EventShape {
  readonly type: string;
  readonly data: object;
}

/** An event as read back: upcast to its current version, personal data opened or `Forgotten`. */
export type Recorded<E extends EventShape> = E & {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  /** Commit position in the whole store; strictly growing. */
  readonly position: bigint;
  readonly metadata: EventMetadata;
};

/** Where a stream must stand for an append to go through. `ANY` does not exist on purpose. */
export type ExpectedRevision = 'no_stream' | bigint;

export interface Appended {
  readonly revision: bigint;
  readonly position: bigint;
}

/** The stream was not where the append expected it. Read again and decide again. */
export class VersionConflict extends Error {
  constructor(stream: string) {
    super(`The stream ${stream} has moved on`);
    this.name = 'VersionConflict';
  }
}

/** The store can't be reached, or didn't say in time whether it wrote. */
export class EventStoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The event store is unavailable', { cause });
    this.name = 'EventStoreUnavailable';
  }
}

/** The port through which everything reads and appends; `E` is the union of all event types. */
export interface EventStore<E extends EventShape> {
  /**
   * Appends all events or none. Event ids are uuid v5 of the command id, the stream and the place in the append.
   * @throws VersionConflict, EventStoreUnavailable
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly E[],
    context: CommandContext,
  ): Promise<Appended>;
  /** Events of a stream from `fromRevision` (inclusive, default 0); `revision` is null when the stream does not exist. */
  readStream(
    stream: string,
    fromRevision?: bigint,
  ): Promise<{ events: Recorded<E>[]; revision: bigint | null }>;
  /** All events of the registry after `position` (exclusive; null = from the start), in order, in batches, to the end of the log. */
  readAll(position: bigint | null, batchSize?: number): AsyncIterable<Recorded<E>[]>;
  /**
   * Delivers every event of the registry after `position`, in order, in batches that grow with the backlog, for ever:
   * it resubscribes with capped backoff when the server goes or a burst outruns it. `onBatch` is awaited before the
   * next batch. `position` is asked again at each resubscription, so the handler's own checkpoint rules.
   */
  subscribe(subscription: {
    readonly name: string;
    readonly position: () => Promise<bigint | null>;
    readonly onBatch: (events: readonly Recorded<E>[]) => Promise<void>;
    readonly onCaughtUp?: () => void;
    readonly maxBatch?: number;
    /**
     * How long a small batch waits for events that follow closely; default 0. Fewer, larger batches cost less. While
     * many come at a time it waits eight times as long.
     */
    readonly gatherMs?: number;
  }): { stop(): Promise<void> };
  close(): Promise<void>;
}

/** A decider with its stream, as the store runs it (the domain's `Decider` has this shape). */
export interface RunnableDecider<State, E extends EventShape> {
  readonly stream: (id: string) => string;
  readonly initial: State;
  readonly evolve: (state: State, event: E) => State;
}

export interface Loaded<State> {
  readonly state: State;
  /** null when the stream does not exist. */
  readonly revision: bigint | null;
  /** Position of the stream's last event, for waiting on read models; null when the stream does not exist. */
  readonly position: bigint | null;
}

export interface Handled<State, E extends EventShape> extends Loaded<State> {
  /** What this call appended; empty when the decision had nothing to add. */
  readonly events: readonly E[];
}

/** Loads, decides and appends aggregates, with a cache of states that is never trusted to refuse. */
export interface DeciderStore<All extends EventShape> {
  load<State, E extends All>(decider: RunnableDecider<State, E>, id: string): Promise<Loaded<State>>;
  /** The state as last seen here, without asking the store: may be behind, so good for a guess that an append checks. */
  peek<State, E extends All>(decider: RunnableDecider<State, E>, id: string): State | undefined;
  /**
   * Load → decide → append at the exact revision read; on a version conflict read again and decide again. A decision
   * that refuses (throws) or adds nothing on a cached state is taken again on a fresh one before it counts.
   * Commands for one stream in this process run one after another.
   */
  handle<State, E extends All>(
    decider: RunnableDecider<State, E>,
    id: string,
    context: CommandContext,
    decide: (state: State) => readonly E[],
  ): Promise<Handled<State, E>>;
}
