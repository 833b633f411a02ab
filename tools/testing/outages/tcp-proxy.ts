import { once } from 'node:events';
import { createServer, type Server, type Socket, connect as tcpConnect } from 'node:net';

export type WireFault =
  /** Connections break, and new ones are refused. */
  | 'unreachable'
  /** Nothing is forwarded in either direction, and neither end is notified. */
  | 'half-open'
  /** Requests arrive and take effect; the answers are lost. */
  | 'answers lost'
  /** Everything arrives late. */
  | 'slow';

export interface TcpProxy {
  readonly port: number;
  /** Breaks every connection through it; new ones are forwarded. */
  cut(): void;
  /** Stops forwarding, without a sign, until `thaw`; then the bytes arrive, as after a stalled network. */
  freeze(): void;
  thaw(): void;
  /** Starts a fault now, or after clients have sent so many more chunks. */
  startFault(fault: WireFault, afterChunks?: number): Promise<void>;
  /** Ends the fault. A connection that lost bytes stays silent for ever, so its client must notice by itself. */
  repair(): Promise<void>;
  close(): Promise<void>;
}

/** One direction of a connection. */
interface Lane {
  readonly to: Socket;
  /** Chunks on their way, which later ones must not overtake. */
  late: number;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** Bytes were lost, so nothing may be forwarded any more. */
  isCorrupt: boolean;
}

/** Forwards connections to a local port, and can break them. */
class FaultyTcpProxy implements TcpProxy {
  readonly #target: number;
  readonly #slowMs: number;
  readonly #links = new Set<Link>();
  readonly #listener: Server;
  #port = 0;
  #fault: WireFault | null = null;
  #isFrozen = false;
  #chunksLeft = 0;
  /** Starts the planned fault; null when none is planned. */
  #beginFault: (() => void) | null = null;
  #faultBegun = Promise.resolve();

  constructor(target: number, slowMs: number) {
    this.#target = target;
    this.#slowMs = slowMs;
    this.#listener = createServer((client) => this.#connect(client));
  }

  get port(): number {
    return this.#port;
  }

  async listen(): Promise<void> {
    this.#listener.listen(this.#port, '127.0.0.1');
    await once(this.#listener, 'listening');
    const address = this.#listener.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
    this.#port = address.port;
  }

  cut(): void {
    for (const { client, server } of this.#links) {
      client.destroy();
      server.destroy();
    }
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const { client, server } of this.#links) for (const socket of [client, server]) socket.pause();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const { client, server } of this.#links) for (const socket of [client, server]) socket.resume();
  }

  async startFault(fault: WireFault, afterChunks?: number): Promise<void> {
    const begun = Promise.withResolvers<void>();
    this.#faultBegun = begun.promise;
    this.#beginFault = () => {
      this.#beginFault = null;
      this.#fault = fault;
      if (fault === 'unreachable') void this.#stopListening().then(begun.resolve);
      else begun.resolve();
    };
    this.#chunksLeft = afterChunks ?? 0;
    if (afterChunks !== undefined) return;
    this.#beginFault();
    await this.#faultBegun;
  }

  async repair(): Promise<void> {
    this.#beginFault?.();
    await this.#faultBegun;
    this.#fault = null;
    if (!this.#listener.listening) await this.listen();
  }

  async close(): Promise<void> {
    await this.#stopListening();
    this.cut();
  }

  async #stopListening(): Promise<void> {
    if (!this.#listener.listening) return;
    const closed = once(this.#listener, 'close');
    this.#listener.close();
    this.cut();
    await closed;
  }

  #connect(client: Socket): void {
    const server = tcpConnect(this.#target, '127.0.0.1');
    const link: Link = { client, server, isCorrupt: false };
    this.#links.add(link);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      const lane: Lane = { to, late: 0 };
      from.setNoDelay(true);
      from.on('data', (chunk: Buffer) => this.#forward(link, chunk, lane));
      from.on('error', () => {});
      from.on('close', () => {
        this.#links.delete(link);
        to.destroy();
      });
      if (this.#isFrozen) from.pause();
    }
  }

  #forward(link: Link, chunk: Buffer, lane: Lane): void {
    const isRequest = lane.to === link.server;
    if (isRequest && this.#beginFault !== null) {
      this.#chunksLeft -= 1;
      if (this.#chunksLeft < 0) this.#beginFault();
    }
    if (link.isCorrupt) return;
    if (this.#fault === 'half-open' || (this.#fault === 'answers lost' && !isRequest)) {
      link.isCorrupt = true;
      return;
    }
    if (this.#fault !== 'slow' && lane.late === 0) {
      lane.to.write(chunk);
      return;
    }
    lane.late += 1;
    setTimeout(() => {
      lane.late -= 1;
      lane.to.write(chunk);
    }, this.#slowMs);
  }
}

/** Starts a proxy to a local port. While it is slow, bytes arrive `slowMs` late. */
export async function startTcpProxy(target: number, { slowMs = 400 } = {}): Promise<TcpProxy> {
  const proxy = new FaultyTcpProxy(target, slowMs);
  await proxy.listen();
  return proxy;
}
