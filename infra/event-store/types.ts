/** Who caused an event. */
export type Actor =
  | { kind: 'member'; id: string }
  /** `staffId` is missing after a sign-in with the password that a role shares. */
  | { kind: 'staff'; role: 'admin' | 'instructor' | 'auditor'; staffId?: string }
  | { kind: 'worker'; name: string }
  | { kind: 'webhook'; provider: 'stripe' | 'brevo' }
  | { kind: 'system'; name: string };

/**
 * The context of a command: the studio clock's instant at receipt, the command's id, the actor, and the cause. Event
 * ids derive from the command's id, so a retried append is the same append.
 */
export interface CommandContext {
  readonly now: Date;
  readonly commandId: string;
  readonly actor: Actor;
  readonly causationId?: string;
  readonly requestId?: string;
}

/** The metadata stored with each event. */
export interface EventMetadata {
  readonly commandId: string;
  readonly actor: Actor;
  readonly causationId?: string;
  readonly requestId?: string;
  /** W3C trace context of the span that appended it; missing when tracing was off. */
  readonly traceparent?: string;
}

/** The least that the store requires of an event. */
export interface EventShape {
  readonly type: string;
  readonly data: object;
}

/** An event as read: upcast to its current version, personal data decrypted or `Forgotten`. */
export type RecordedEvent<E extends EventShape> = E & {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  /** Commit position in the whole store; strictly growing. */
  readonly position: bigint;
  readonly metadata: EventMetadata;
  /** The personal data as stored, before decryption and upcasting; missing in events without. */
  readonly sealed?: string;
};

/** The revision that a stream must have for an append to succeed. `ANY` is left out on purpose. */
export type ExpectedRevision = 'no_stream' | bigint;

export interface AppendResult {
  readonly revision: bigint;
  readonly position: bigint;
}

/** The stream was at another revision than the append expected. Read again and decide again. */
export class VersionConflict extends Error {
  constructor(stream: string) {
    super(`The stream ${stream} has moved on`);
    this.name = 'VersionConflict';
  }
}

/** The store is unavailable, or did not answer in time; whether it wrote is unknown. */
export class EventStoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The event store is unavailable', { cause });
    this.name = 'EventStoreUnavailable';
  }
}

export interface SubscriptionRequest<E extends EventShape> {
  readonly name: string;
  /** Read at each resubscription, so that the handler's own checkpoint decides. */
  readonly position: () => Promise<bigint | null>;
  /** Awaited before the next batch. */
  readonly onBatch: (events: readonly RecordedEvent<E>[]) => Promise<void>;
  readonly onCaughtUp?: () => void;
  readonly maxBatch?: number;
  /**
   * How long a small batch waits for more events; default 0. Fewer, larger batches cost less. Under load it waits up to eight
   * times as long.
   */
  readonly gatherMs?: number;
}

/** Reads and appends events; `E` is the union of all event types. */
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
  ): Promise<AppendResult>;
  /**
   * Reads a stream from `fromRevision` (inclusive, default 0), at most `maxCount` events. `revision` is that of the last event read,
   * and null when the stream does not exist.
   */
  readStream(
    stream: string,
    fromRevision?: bigint,
    maxCount?: number,
  ): Promise<{ events: RecordedEvent<E>[]; revision: bigint | null }>;
  /** Reads all events of the registry after `position` (exclusive; null = from the start), in batches, to the end of the log. */
  readAll(position: bigint | null, batchSize?: number): AsyncIterable<RecordedEvent<E>[]>;
  /**
   * Delivers every event of the registry after `position`, in order, in batches that grow with the backlog. Resubscribes with
   * capped backoff when the server disconnects or a burst overruns it.
   */
  subscribe(request: SubscriptionRequest<E>): { stop(): Promise<void> };
  close(): Promise<void>;
}

/** A decider with its stream, as the store runs it (the domain's `Decider` has this shape). */
export interface RunnableDecider<State, E extends EventShape> {
  readonly stream: (id: string) => string;
  readonly initial: State;
  readonly evolve: (state: State, event: E) => State;
}

export interface LoadedState<State> {
  readonly state: State;
  /** null when the stream does not exist. */
  readonly revision: bigint | null;
  /** Position of the stream's last event, for waiting on read models; null when the stream does not exist. */
  readonly position: bigint | null;
}

export interface HandleResult<State, E extends EventShape> extends LoadedState<State> {
  /** The events that this call appended; empty when the decision returned none. */
  readonly events: readonly E[];
}

/** Loads, decides and appends, with a cache of states that never refuses a command (decision 0004). */
export interface DeciderStore<All extends EventShape> {
  load<State, E extends All>(decider: RunnableDecider<State, E>, id: string): Promise<LoadedState<State>>;
  /** The cached state, without a read. It may be stale, so it only suits a guess that an append checks. */
  peek<State, E extends All>(decider: RunnableDecider<State, E>, id: string): State | undefined;
  /**
   * Load → decide → append at the exact revision read; on a version conflict read again and decide again. A decision
   * that refuses (throws) or returns nothing on a cached state is repeated on a fresh one before it counts.
   * Commands for one stream in this process run one after another.
   */
  handle<State, E extends All>(
    decider: RunnableDecider<State, E>,
    id: string,
    context: CommandContext,
    decide: (state: State) => readonly E[],
  ): Promise<HandleResult<State, E>>;
}
