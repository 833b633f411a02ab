import { randomUUID } from 'node:crypto';
import { type Listening, listen } from './grpc/listen.ts';
import { openLog } from './log/open-log.ts';
import type { NodeIdentity } from './services/discovery.ts';
import { answerPlainHttp } from './services/plain-http.ts';
import { routeCalls } from './services/route-calls.ts';

export interface NodeOptions {
  readonly databaseUrl: string;
  /** 0 means any free one. */
  readonly port: number;
  readonly host: string;
  /** Demanded of every client when set. */
  readonly credential: string | undefined;
}

export interface RunningNode {
  readonly port: number;
  /** Rejects when the node can't go on. */
  readonly failed: Promise<never>;
  /** Writes what was accepted, answers it, and closes everything. */
  stop(): Promise<void>;
}

/** Runs the node in this thread. */
export async function runNode(options: NodeOptions): Promise<RunningNode> {
  const { log, writer, close } = await openLog(options.databaseUrl);
  const { host } = options;
  let identity: NodeIdentity = { instanceId: randomUUID(), host, port: options.port };
  const calls = routeCalls(log, writer, () => identity, options.credential);
  let listening: Listening;
  try {
    listening = await listen({ host, port: options.port }, calls, (request, response) =>
      answerPlainHttp(identity, request, response),
    );
  } catch (error) {
    await close();
    throw error;
  }
  identity = { ...identity, port: listening.port };
  return {
    port: listening.port,
    failed: writer.failed.promise,
    stop: async () => {
      listening.goAway();
      await close();
      await listening.close();
    },
  };
}
