/** Where the job queue is stored. */
export type QueueKind = 'redis' | 'postgres';

/** A server that can be killed and started again on its data. */
export interface Server {
  readonly name: string;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** `kill -9` of the process and its descendants. */
  kill(): Promise<void>;
  /** Sends SIGTERM, as a container runtime does. */
  stop(): Promise<unknown>;
}

/** The servers that the studio's processes need. */
export interface StudioServers {
  readonly postgres: Server;
  readonly eventStore: Server;
  /** null when the queue is in Postgres. */
  readonly redis: Server | null;
  /** Starts all concurrently and returns their addresses. */
  start(): Promise<{
    readonly postgresUrl: string;
    readonly eventStoreUrl: string;
    readonly redisUrl: string | null;
  }>;
  /** Stops all and removes their data. */
  remove(): Promise<void>;
}
