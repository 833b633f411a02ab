import type { StoredPlace } from './decide-append.ts';
import type { LogEvent } from './log-event.ts';
import { RecentMap } from './recent-map.ts';

/** The newest ids of this number are always known; up to twice as many may be. */
export const KNOWN_IDS = 32_768;

interface Known extends StoredPlace {
  readonly stream: string;
}

/**
 * Caches the ids of the newest events, to recognise repeated appends without an expected revision. An id older than the cache is written
 * again. An id belongs to the first stream that it was written to.
 */
export class KnownIds {
  readonly #known = new RecentMap<Known>(KNOWN_IDS);

  add(event: Pick<LogEvent, 'id' | 'stream' | 'revision' | 'position'>): void {
    if (this.#known.peek(event.id)) return;
    const { stream, revision, position } = event;
    this.#known.set(event.id, { stream, revision, position });
  }

  find(stream: string, id: string): StoredPlace | undefined {
    const known = this.#known.peek(id);
    return known?.stream === stream ? known : undefined;
  }
}
