import type { Exceptions, Place } from './audit-exception.ts';

interface StreamEntry {
  readonly name: string;
  lastRevision: number;
}

/** Checks that the log has no gaps: positions grow, and each stream's revisions increase by one from 0. */
export class StreamLedger {
  readonly #exceptions: Exceptions;
  readonly #streams = new Map<string, StreamEntry>();
  #position: bigint | null = null;

  constructor(exceptions: Exceptions) {
    this.#exceptions = exceptions;
  }

  get streamCount(): number {
    return this.#streams.size;
  }

  get position(): bigint | null {
    return this.#position;
  }

  /** Adds the next event and returns its place. */
  add(event: { readonly stream: string; readonly revision: bigint; readonly position: bigint }): Place {
    const { position } = event;
    const revision = Number(event.revision);
    const stream = this.#streams.get(event.stream) ?? this.#create(event.stream);
    // All places of a stream share one string, which saves memory.
    const place = { stream: stream.name, revision, position };
    if (revision !== stream.lastRevision + 1) {
      this.#exceptions.add(
        'REVISION_GAP',
        place,
        {},
        {
          expected: `revision ${stream.lastRevision + 1}`,
          found: `revision ${revision}`,
          sentence: `The events of ${stream.name} do not follow one another without a gap.`,
        },
      );
    }
    if (this.#position !== null && position <= this.#position) {
      this.#exceptions.add(
        'POSITION_NOT_GROWING',
        place,
        {},
        {
          expected: `a position after ${this.#position}`,
          found: `position ${position}`,
          sentence: 'The log goes back on itself.',
        },
      );
    }
    stream.lastRevision = revision;
    this.#position = position;
    return place;
  }

  #create(name: string): StreamEntry {
    const stream = { name, lastRevision: -1 };
    this.#streams.set(name, stream);
    return stream;
  }
}
