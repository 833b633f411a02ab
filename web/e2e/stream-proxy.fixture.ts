import { once } from 'node:events';
import { createServer, type Socket, connect as tcpConnect } from 'node:net';

/** What happens to the answers of `GET /api/events`, or of all requests; the others are forwarded. */
export type StreamFault =
  | 'none'
  /** No answer to any request arrives until the fault ends, as in a tunnel. */
  | 'all held'
  /** No answer to `GET /api/my-bookings` arrives until the fault ends. */
  | 'bookings held'
  /** The connection breaks. */
  | 'cut'
  /** Nothing of the answer arrives, as behind a proxy that buffers it. */
  | 'swallowed'
  /** The beginning of the answer arrives, and nothing more. */
  | 'silent after its beginning';

export interface StreamProxy {
  readonly base: string;
  setFault(fault: StreamFault): void;
  close(): Promise<void>;
}

/** A proxy in front of a studio that can break or hold back its event streams, those that are open included. */
export async function startStreamProxy(studioBase: string): Promise<StreamProxy> {
  const studioPort = Number(new URL(studioBase).port);
  const sockets = new Set<Socket>();
  const streams = new Set<Socket>();
  const held: (() => void)[] = [];
  let fault: StreamFault = 'none';

  const server = createServer((client) => {
    const upstream = tcpConnect(studioPort, '127.0.0.1');
    let answerChunks: number | null = null;
    let asksBookings = false;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        streams.delete(from);
        to.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      if (chunk.includes('GET /api/events')) {
        answerChunks = 0;
        streams.add(client);
        if (fault === 'cut') client.destroy();
      }
      asksBookings = chunk.includes('GET /api/my-bookings');
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (answerChunks !== null) {
        answerChunks += 1;
        if (fault === 'swallowed') return;
        if (fault === 'silent after its beginning' && answerChunks > 1) return;
      }
      if (fault === 'all held' || (fault === 'bookings held' && asksBookings))
        held.push(() => client.write(chunk));
      else client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    base: studioBase.replace(/:\d+$/, `:${address.port}`),
    setFault(next) {
      fault = next;
      if (next === 'none') for (const send of held.splice(0)) send();
      if (fault === 'cut') for (const stream of streams) stream.destroy();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
