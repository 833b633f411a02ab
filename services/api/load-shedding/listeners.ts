import { once } from 'node:events';
import { createServer, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * A listening socket takes one connection in a turn of the event loop (seen with libuv 1.52), so that a busy process of one door
 * lets in no more people than it turns: at noon that was a hundred a second, and the others waited outside for many seconds.
 */
const doorsOpen = 32;
/**
 * So many may wait at each door: whoever finds no place (Node's own number is 511) is not told, and tries again a second or more
 * later. The kernel has the last word (`net.core.somaxconn`).
 */
const backlog = 4_096;

export interface Listeners {
  /** Lets nobody in any more; resolves when all who came by them have gone. */
  close(): Promise<void>;
}

async function listenTo(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  // Rejects with the server's error.
  await once(server, 'listening');
}

/** Systems that can't share a port have one door. */
const cannotShare = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTSUP' || error.code === 'EINVAL');

/**
 * Listens on a port with several sockets, all of them the one server's. @throws EADDRINUSE when another program, or
 * another studio, has the port
 */
export async function openListeners(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<Listeners> {
  // Who shares a port is not told of others who share it too, so it is asked for alone first.
  const alone = createServer();
  await listenTo(alone, { port, host });
  alone.close();
  await once(alone, 'close');
  const shared = { port, host, backlog, reusePort: true };
  try {
    await app.listen(shared);
  } catch (error) {
    if (!cannotShare(error)) throw error;
    await app.listen({ port, host, backlog });
    return { close: async () => {} };
  }
  const others = Array.from({ length: doorsOpen - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  );
  for (const door of others) await listenTo(door, shared);
  return {
    async close() {
      await Promise.all(
        others.map((door) => {
          door.close();
          return once(door, 'close');
        }),
      );
    },
  };
}
