import { once } from 'node:events';
import { createServer, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * A listening socket accepts one connection per tick of the event loop (seen with libuv 1.52). A busy process with one socket
 * therefore accepted a hundred connections a second, and the others waited in the kernel for many seconds.
 */
const socketCount = 32;
/**
 * The length of each socket's accept queue (Node's default is 511). A connection that finds no place is dropped silently, and the
 * client retries after a second or more. The kernel caps it (`net.core.somaxconn`).
 */
const backlog = 4_096;

export interface Listeners {
  /** Accepts no more connections; resolves when all accepted ones have ended. */
  close(): Promise<void>;
}

async function listen(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  // Rejects with the server's error.
  await once(server, 'listening');
}

const isPortSharingUnsupported = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTSUP' || error.code === 'EINVAL');

/**
 * Listens on one port with several sockets, which all hand their connections to the app's server. Systems that cannot share a
 * port get one socket. @throws EADDRINUSE when another process has the port
 */
export async function openListeners(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<Listeners> {
  // A shared port reports no conflict with another process that shares it, so an exclusive socket checks first.
  const exclusive = createServer();
  await listen(exclusive, { port, host });
  exclusive.close();
  await once(exclusive, 'close');
  const shared = { port, host, backlog, reusePort: true };
  try {
    await app.listen(shared);
  } catch (error) {
    if (!isPortSharingUnsupported(error)) throw error;
    await app.listen({ port, host, backlog });
    return { close: async () => {} };
  }
  const sockets = Array.from({ length: socketCount - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  );
  for (const socket of sockets) await listen(socket, shared);
  return {
    async close() {
      await Promise.all(
        sockets.map((socket) => {
          socket.close();
          return once(socket, 'close');
        }),
      );
    },
  };
}
