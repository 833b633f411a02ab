import type { ServerResponse } from 'node:http';
import type { LiveChange } from '../../contract/live.ts';

const heartbeatMs = 25_000;
/** A reader that has left this much unread is cut off; it reconnects and reads everything anew. */
const maxUnreadBytes = 256 * 1024;

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

/** The open pages that are told what changed, by server-sent events. */
export class LiveReaders {
  readonly #readers = new Set<Reader>();
  readonly #byMember = new Map<string, Set<Reader>>();
  readonly #heartbeat: NodeJS.Timeout;
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

  #write(text: string, readers: Iterable<Reader>): void {
    for (const { response } of readers) {
      if (response.writableLength > maxUnreadBytes) response.destroy();
      else response.write(text);
    }
  }
}
