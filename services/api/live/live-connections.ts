import type { ServerResponse } from 'node:http';
import type { LiveChange } from '#services/contract/live.ts';

const heartbeatMs = 25_000;
/** A connection with more unread bytes than this is destroyed; the page reconnects and reads everything again. */
const maxUnreadBytes = 256 * 1024;
/** Some two milliseconds of writes; a change for more pages is written over several ticks of the event loop. */
const writesPerTick = 20;

/** The member whose page it is. */
export interface ConnectionOwner {
  readonly memberId: string;
  readonly sessionId: string | null;
}

interface Connection {
  readonly response: ServerResponse;
  /** null for a visitor's page. */
  readonly owner: ConnectionOwner | null;
  /** The client's address, by which the pages of visitors are counted. */
  readonly address: string;
}

/** A message and the connections that it is still to be written to. */
interface Broadcast {
  readonly bytes: Buffer;
  readonly remaining: IterableIterator<Connection>;
}

/** The open pages, which receive changes as server-sent events. */
export class LiveConnections {
  readonly #connections = new Set<Connection>();
  readonly #byMember = new Map<string, Set<Connection>>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #broadcasts: Broadcast[] = [];
  #isClosed = false;

  constructor() {
    this.#heartbeat = setInterval(() => this.#write(':\n\n', this.#connections), heartbeatMs);
    this.#heartbeat.unref();
  }

  countVisitors(address: string): number {
    let open = 0;
    for (const connection of this.#connections) {
      if (connection.owner === null && connection.address === address) open += 1;
    }
    return open;
  }

  /** Adds an open answer, until its connection ends. */
  add(response: ServerResponse, owner: ConnectionOwner | null, address: string): void {
    const connection = { response, owner, address };
    this.#connections.add(connection);
    if (owner !== null) this.#getOrCreateMember(owner.memberId).add(connection);
    response.on('close', () => this.#remove(connection));
    response.write('retry: 2000\n\nevent: ready\ndata: {}\n\n');
    if (this.#isClosed) response.end();
  }

  /** How many pages are open. */
  get count(): number {
    return this.#connections.size;
  }

  /** Sends a change to all pages, or to those of one member. */
  send(change: LiveChange, memberId?: string): void {
    const receivers = memberId === undefined ? this.#connections : this.#byMember.get(memberId);
    if (receivers !== undefined) {
      this.#write(`event: change\ndata: ${JSON.stringify(change)}\n\n`, receivers);
    }
  }

  /** Ends the connections of a session that is over; the pages reconnect as a visitor's. */
  endSession(sessionId: string): void {
    for (const { response, owner } of this.#connections) {
      if (owner?.sessionId === sessionId) response.end();
    }
  }

  /** Ends every connection; later ones end immediately. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    for (const { response } of this.#connections) response.end();
    this.#broadcasts.length = 0;
    this.#connections.clear();
    this.#byMember.clear();
  }

  #getOrCreateMember(memberId: string): Set<Connection> {
    const known = this.#byMember.get(memberId);
    if (known !== undefined) return known;
    const connections = new Set<Connection>();
    this.#byMember.set(memberId, connections);
    return connections;
  }

  #remove(connection: Connection): void {
    this.#connections.delete(connection);
    if (connection.owner === null) return;
    const { memberId } = connection.owner;
    const others = this.#byMember.get(memberId);
    others?.delete(connection);
    if (others?.size === 0) this.#byMember.delete(memberId);
  }

  /** Writes to a few connections immediately; a thousand writes in one tick would delay every other request. */
  #write(text: string, connections: ReadonlySet<Connection>): void {
    const bytes = Buffer.from(text);
    if (connections.size <= writesPerTick) for (const connection of connections) write(connection, bytes);
    else {
      this.#broadcasts.push({ bytes, remaining: [...connections].values() });
      if (this.#broadcasts.length === 1) setImmediate(() => this.#continueBroadcasts());
    }
  }

  #continueBroadcasts(): void {
    for (let written = 0; written < writesPerTick; written += 1) {
      const broadcast = this.#broadcasts[0];
      if (broadcast === undefined) return;
      const next = broadcast.remaining.next();
      if (next.done === true) this.#broadcasts.shift();
      else write(next.value, broadcast.bytes);
    }
    if (this.#broadcasts.length > 0) setImmediate(() => this.#continueBroadcasts());
  }
}

function write({ response }: Connection, bytes: Buffer): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > maxUnreadBytes) response.destroy();
  else response.write(bytes);
}
