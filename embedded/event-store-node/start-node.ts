import { Worker } from 'node:worker_threads';
import type { NodeOptions } from './node.ts';
import { STOP, type WorkerMessage } from './worker-messages.ts';

export interface EventStoreNode {
  readonly port: number;
  /** For `EventStoreDBClient.connectionString`; holds the credential, so keep it out of logs. */
  readonly connectionString: string;
  /** Completes the accepted requests and ends the thread. */
  stop(): Promise<void>;
  /** Resolves when the thread has ended: with undefined after `stop`, else with the error. */
  readonly onExit: Promise<unknown>;
}

/**
 * Starts the embedded event store on a Postgres database, in a thread of its own; it listens on loopback only. Every client must send
 * the credential (letters, digits, `-`, `_`) when there is one.
 * @throws an Error named DatabaseInUseError when another node runs on the database, and errors of Postgres and of the port
 */
export async function startEventStoreNode(options: {
  databaseUrl: string;
  port: number;
  host?: '127.0.0.1';
  credential?: string;
}): Promise<EventStoreNode> {
  const { databaseUrl, port, host = '127.0.0.1', credential } = options;
  const workerData: NodeOptions = { databaseUrl, port, host, credential };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    name: 'event-store',
    execArgv: [],
  });
  const ready = Promise.withResolvers<number>();
  const exit = Promise.withResolvers<unknown>();
  let reason: unknown;
  let stopping = false;
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') ready.resolve(message.port);
    else reason = Object.assign(new Error(message.message), { name: message.name });
  });
  worker.on('error', (error) => {
    reason ??= error;
  });
  worker.on('exit', (code) => {
    if (!stopping) reason ??= new Error(`The event store's thread ended with code ${code}`);
    ready.reject(reason ?? new Error('The event store was stopped'));
    exit.resolve(reason);
  });
  const listeningPort = await ready.promise;
  const name = credential === undefined ? '' : `&connectionName=${encodeURIComponent(credential)}`;
  return {
    port: listeningPort,
    connectionString: `esdb://${host}:${listeningPort}?tls=false${name}`,
    onExit: exit.promise,
    stop: async () => {
      if (!stopping) worker.postMessage(STOP);
      stopping = true;
      await exit.promise;
    },
  };
}
