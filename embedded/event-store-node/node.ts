import { randomUUID } from 'node:crypto';
import { listen, type NodeServer } from './grpc/listen.ts';
import { openLog } from './log/open-log.ts';
import { createCallRouter } from './services/create-call-router.ts';
import type { NodeIdentity } from './services/discovery.ts';
import { answerPlainHttp } from './services/plain-http.ts';

export interface NodeOptions {
  readonly databaseUrl: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly host: string;
  /** Every client must send it when it is set. */
  readonly credential: string | undefined;
}

export interface RunningNode {
  readonly port: number;
  /** Rejects when the node cannot continue. */
  readonly failed: Promise<never>;
  /** Completes the accepted requests, then closes everything. */
  stop(): Promise<void>;
}

/** Runs the node in this thread. */
export async function runNode(options: NodeOptions): Promise<RunningNode> {
  const { log, writer, close } = await openLog(options.databaseUrl);
  const { host } = options;
  let identity: NodeIdentity = { instanceId: randomUUID(), host, port: options.port };
  const calls = createCallRouter(log, writer, () => identity, options.credential);
  let server: NodeServer;
  try {
    server = await listen({ host, port: options.port }, calls, (request, response) =>
      answerPlainHttp(
        identity,
        () => ({ ...server.countOpen(), listeners: log.listenerCount }),
        request,
        response,
      ),
    );
  } catch (error) {
    await close();
    throw error;
  }
  identity = { ...identity, port: server.port };
  return {
    port: server.port,
    failed: writer.failed.promise,
    stop: async () => {
      server.goAway();
      await close();
      await server.close();
    },
  };
}
