/** What the job queue lives in. */
export type QueueKind = 'redis' | 'postgres';

/** One that is killed and started again on what it kept, as often as one likes. */
export interface Server {
  readonly name: string;
  /** Resolves when it can be used. */
  start(): Promise<void>;
  /** `kill -9` of it and of all it started. */
  kill(): Promise<void>;
  /** Asks it to end, as a container's runtime does. */
  stop(): Promise<unknown>;
}

/** What the studio's processes stand on. */
export interface StudioServers {
  readonly postgres: Server;
  readonly eventStore: Server;
  /** null when the queue lives in Postgres. */
  readonly redis: Server | null;
  /** All at once; where they are is known then. */
  start(): Promise<{
    readonly postgresUrl: string;
    readonly eventStoreUrl: string;
    readonly redisUrl: string | null;
  }>;
  /** Ends them for good. */
  remove(): Promise<void>;
}
