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
  readonly #heartbeat: NodeJS.Timeout;

  constructor() {
    this.#heartbeat = setInterval(() => this.#writeAll(':\n\n', () => true), heartbeatMs);
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
    response.on('close', () => this.#readers.delete(reader));
    response.write('retry: 2000\n\nevent: ready\ndata: {}\n\n');
  }

  /** Tells everyone, or the one member a change concerns. */
  tell(change: LiveChange, memberId?: string): void {
    this.#writeAll(
      `event: change\ndata: ${JSON.stringify(change)}\n\n`,
      (reader) => memberId === undefined || reader.owner?.memberId === memberId,
    );
  }

  /** Ends what a session that is over was reading; the page comes back as a visitor's. */
  endSession(sessionId: string): void {
    for (const { response, owner } of this.#readers) if (owner?.sessionId === sessionId) response.end();
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const { response } of this.#readers) response.end();
    this.#readers.clear();
  }

  #writeAll(text: string, isMeant: (reader: Reader) => boolean): void {
    for (const reader of this.#readers) {
      if (!isMeant(reader)) continue;
      if (reader.response.writableLength > maxUnreadBytes) reader.response.destroy();
      else reader.response.write(text);
    }
  }
}
