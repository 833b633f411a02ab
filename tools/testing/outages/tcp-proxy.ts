import { once } from 'node:events';
import { createServer, type Server, type Socket, connect as tcpConnect } from 'node:net';

/** What can be wrong with a wire. */
export type WireFault =
  /** Nobody listens: connections break, new ones are refused. */
  | 'gone'
  /** Half-open: nothing is carried in either direction, and no connection is told. */
  | 'silent'
  /** What is asked arrives and is done; the answers are lost. */
  | 'deaf'
  /** Everything arrives late. */
  | 'slow';

export interface TcpProxy {
  readonly port: number;
  /** Breaks every connection through it; new ones are carried. */
  cut(): void;
  /** Stops carrying bytes, without a sign, until `thaw`; then they arrive, as after a stalled network. */
  freeze(): void;
  thaw(): void;
  /** From now on, or once clients have sent so many more pieces: `fault`. */
  strike(fault: WireFault, afterPieces?: number): Promise<void>;
  /** Carries again. A connection that lost bytes meanwhile stays silent for ever: whoever holds it must notice alone. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A way through the proxy: the client's connection and ours to the server. */
interface Way {
  readonly client: Socket;
  readonly server: Socket;
  /** Bytes were lost on it, so it can never be carried on. */
  isSpoilt: boolean;
}

/** A wire to a local port that can be cut, frozen and struck with faults. `slowMs` is how late bytes are when it is slow. */
export async function startTcpProxy(target: number, { slowMs = 400 } = {}): Promise<TcpProxy> {
  const ways = new Set<Way>();
  let fault: WireFault | null = null;
  let frozen = false;
  let piecesLeft = 0;
  let begin: (() => void) | null = null;
  let inForce = Promise.resolve();

  function carry(way: Way, bytes: Buffer, toServer: boolean): void {
    const to = toServer ? way.server : way.client;
    if (toServer && begin !== null) {
      piecesLeft -= 1;
      if (piecesLeft < 0) begin();
    }
    if (way.isSpoilt) return;
    if (fault === 'silent' || (fault === 'deaf' && !toServer)) {
      way.isSpoilt = true;
      return;
    }
    if (fault === 'slow') setTimeout(() => to.write(bytes), slowMs);
    else to.write(bytes);
  }

  const listener: Server = createServer((client) => {
    const server = tcpConnect(target, '127.0.0.1');
    const way: Way = { client, server, isSpoilt: false };
    ways.add(way);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.setNoDelay(true);
      from.on('data', (bytes: Buffer) => carry(way, bytes, from === client));
      from.on('error', () => {});
      from.on('close', () => {
        ways.delete(way);
        to.destroy();
      });
      if (frozen) from.pause();
    }
  });
  const listenOn = async (port: number) => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
  };
  await listenOn(0);
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;

  const cut = () => {
    for (const { client, server } of ways) {
      client.destroy();
      server.destroy();
    }
  };
  const stopListening = async () => {
    if (!listener.listening) return;
    const closed = once(listener, 'close');
    listener.close();
    cut();
    await closed;
  };
  const setFlowing = (flowing: boolean) => {
    frozen = !flowing;
    for (const { client, server } of ways) {
      for (const socket of [client, server]) flowing ? socket.resume() : socket.pause();
    }
  };

  return {
    port,
    cut,
    freeze: () => setFlowing(false),
    thaw: () => setFlowing(true),
    async strike(next, afterPieces) {
      const done = Promise.withResolvers<void>();
      inForce = done.promise;
      begin = () => {
        begin = null;
        fault = next;
        if (next === 'gone') void stopListening().then(done.resolve);
        else done.resolve();
      };
      piecesLeft = afterPieces ?? 0;
      if (afterPieces !== undefined) return;
      begin();
      await inForce;
    },
    async mend() {
      begin?.();
      await inForce;
      fault = null;
      if (!listener.listening) await listenOn(port);
    },
    async close() {
      await stopListening();
      cut();
    },
  };
}
