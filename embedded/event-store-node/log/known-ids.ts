import type { StoredPlace } from './decide-append.ts';
import type { LogEvent } from './log-event.ts';
import { RecentMap } from './recent-map.ts';

/** How many of the newest ids are surely known; up to twice as many may be. */
export const KNOWN_IDS = 32_768;

interface Known extends StoredPlace {
  readonly stream: string;
}

/**
 * The ids of the newest events, for appends that expect no revision. Bounded: an id that is long gone is written
 * again. The first stream that an id was written to keeps it.
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
