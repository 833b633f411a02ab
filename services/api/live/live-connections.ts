import type { ServerResponse } from 'node:http';
import type { LiveChange } from '#services/contract/live.ts';

const heartbeatMs = 25_000;
/** A reader that has left this much unread is cut off; it reconnects and reads everything anew. */
const maxUnreadBytes = 256 * 1024;
/** Two milliseconds of work: what is to be told to more pages goes on in the next turns of the event loop. */
const pagesATurn = 20;

/** Whose page it is: null for a visitor's. */
export interface ReaderOwner {
  readonly memberId: string;
  readonly sessionId: string | null;
}

interface Reader {
  readonly response: ServerResponse;
  readonly owner: ReaderOwner | null;
  /** Where a visitor's page is, so that they can be counted. */
  readonly address: string;
}

/** Something to be told to pages that have not been told it yet. */
interface Telling {
  readonly bytes: Buffer;
  readonly readers: IterableIterator<Reader>;
}

/** The open pages that are told what changed, by server-sent events. */
export class LiveConnections {
  readonly #readers = new Set<Reader>();
  readonly #byMember = new Map<string, Set<Reader>>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #tellings: Telling[] = [];
  #closed = false;

  constructor() {
    this.#heartbeat = setInterval(() => this.#write(':\n\n', this.#readers), heartbeatMs);
    this.#heartbeat.unref();
  }

  /** How many pages of visitors are open at an address. */
  visitorsAt(address: string): number {
    let open = 0;
    for (const reader of this.#readers) if (reader.owner === null && reader.address === address) open += 1;
    return open;
  }

  /** Keeps an open answer as a reader until its connection ends. */
  add(response: ServerResponse, owner: ReaderOwner | null, address: string): void {
    const reader = { response, owner, address };
    this.#readers.add(reader);
    if (owner !== null) this.#of(owner.memberId).add(reader);
    response.on('close', () => this.#forget(reader));
    response.write('retry: 2000\n\nevent: ready\ndata: {}\n\n');
    if (this.#closed) response.end();
  }

  /** How many pages are open. */
  get count(): number {
    return this.#readers.size;
  }

  /** Tells everyone, or the one member a change concerns. */
  tell(change: LiveChange, memberId?: string): void {
    const meant = memberId === undefined ? this.#readers : this.#byMember.get(memberId);
    if (meant !== undefined) this.#write(`event: change\ndata: ${JSON.stringify(change)}\n\n`, meant);
  }

  /** Ends what a session that is over was reading; the page comes back as a visitor's. */
  endSession(sessionId: string): void {
    for (const { response, owner } of this.#readers) if (owner?.sessionId === sessionId) response.end();
  }

  /** Ends every stream; one that is opened later ends at once. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    for (const { response } of this.#readers) response.end();
    this.#tellings.length = 0;
    this.#readers.clear();
    this.#byMember.clear();
  }

  #of(memberId: string): Set<Reader> {
    const known = this.#byMember.get(memberId);
    if (known !== undefined) return known;
    const readers = new Set<Reader>();
    this.#byMember.set(memberId, readers);
    return readers;
  }

  #forget(reader: Reader): void {
    this.#readers.delete(reader);
    if (reader.owner === null) return;
    const { memberId } = reader.owner;
    const others = this.#byMember.get(memberId);
    others?.delete(reader);
    if (others?.size === 0) this.#byMember.delete(memberId);
  }

  /** A few are told at once; of a thousand, told in one go, everyone who waits for an answer would feel it. */
  #write(text: string, readers: ReadonlySet<Reader>): void {
    const bytes = Buffer.from(text);
    if (readers.size <= pagesATurn) for (const reader of readers) write(reader, bytes);
    else {
      this.#tellings.push({ bytes, readers: [...readers].values() });
      if (this.#tellings.length === 1) setImmediate(() => this.#goOn());
    }
  }

  #goOn(): void {
    for (let told = 0; told < pagesATurn; told += 1) {
      const telling = this.#tellings[0];
      if (telling === undefined) return;
      const next = telling.readers.next();
      if (next.done === true) this.#tellings.shift();
      else write(next.value, telling.bytes);
    }
    if (this.#tellings.length > 0) setImmediate(() => this.#goOn());
  }
}

function write({ response }: Reader, bytes: Buffer): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > maxUnreadBytes) response.destroy();
  else response.write(bytes);
}
