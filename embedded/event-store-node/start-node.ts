import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { NodeOptions } from './node.ts';
import type { NodeCommand, NodeMessage } from './process-messages.ts';

export interface EventStoreNode {
  readonly port: number;
  /** Of the node's process. */
  readonly pid: number;
  /** For `EventStoreDBClient.connectionString`; holds the credential, so keep it out of logs. */
  readonly connectionString: string;
  /** Completes the accepted requests and ends the process. */
  stop(): Promise<void>;
  /** Resolves when the process has ended: with undefined after `stop`, else with the error. */
  readonly onExit: Promise<Error | undefined>;
}

export interface EventStoreNodeOptions {
  readonly databaseUrl: string;
  readonly port: number;
  readonly host?: '127.0.0.1';
  readonly credential?: string;
}

/**
 * Starts the embedded event store on a Postgres database, in a process of its own; it listens on loopback only. Every client must send
 * the credential (letters, digits, `-`, `_`) when there is one.
 * @throws an Error named DatabaseInUseError when another node runs on the database, and errors of Postgres and of the port
 */
export async function startEventStoreNode(options: EventStoreNodeOptions): Promise<EventStoreNode> {
  const { databaseUrl, port, host = '127.0.0.1', credential } = options;
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Without the secrets of the studio.
    env: pickEnvironment('PATH', 'HOME', 'TMPDIR', 'TZ', 'NODE_COMPILE_CACHE'),
  });
  const post = (command: NodeCommand): void => {
    // A process that has ended cannot receive it; its exit is reported anyway.
    child.send(command, () => {});
  };
  const ready = Promise.withResolvers<number>();
  let reason: Error | undefined;
  let isStopping = false;
  child.on('message', (message: NodeMessage) => {
    if (message.kind === 'ready') ready.resolve(message.port);
    else reason = Object.assign(new Error(message.message), { name: message.name });
  });
  const onExit = new Promise<Error | undefined>((resolve) => {
    const end = (how: string): void => {
      if (!isStopping) reason ??= new Error(`The event store's process ended (${how})`);
      resolve(reason);
    };
    child.on('error', (error) => {
      reason ??= error;
      if (child.pid === undefined) end(error.message);
    });
    // Its last message may come after the exit, but not after the end of its output channels.
    child.on('close', (code, signal) => end(signal ?? `code ${code}`));
  });
  void onExit.then((error) => ready.reject(error ?? new Error('The event store was stopped')));
  const nodeOptions: NodeOptions = { databaseUrl, port, host, credential };
  post({ kind: 'start', options: nodeOptions });
  const listeningPort = await ready.promise;
  const name = credential === undefined ? '' : `&connectionName=${encodeURIComponent(credential)}`;
  return {
    port: listeningPort,
    pid: child.pid ?? 0,
    connectionString: `esdb://${host}:${listeningPort}?tls=false${name}`,
    onExit,
    stop: async () => {
      if (!isStopping) post({ kind: 'stop' });
      isStopping = true;
      await onExit;
    },
  };
}

function pickEnvironment(...names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = process.env[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
