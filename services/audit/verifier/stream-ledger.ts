import type { Exceptions, Place } from './audit-exception.ts';

interface StreamMark {
  readonly name: string;
  last: number;
}

/** Checks that the log goes on without gaps: positions grow, and each stream's revisions count up by one from 0. */
export class StreamLedger {
  readonly #exceptions: Exceptions;
  readonly #streams = new Map<string, StreamMark>();
  #position: bigint | null = null;

  constructor(exceptions: Exceptions) {
    this.#exceptions = exceptions;
  }

  get streams(): number {
    return this.#streams.size;
  }

  get position(): bigint | null {
    return this.#position;
  }

  /** Notes the next event, and answers where it stands. */
  place(event: { readonly stream: string; readonly revision: bigint; readonly position: bigint }): Place {
    const { position } = event;
    const revision = Number(event.revision);
    const mark = this.#streams.get(event.stream) ?? this.#begin(event.stream);
    // One string a stream for all that is kept of its events.
    const place = { stream: mark.name, revision, position };
    if (revision !== mark.last + 1) {
      this.#exceptions.add(
        'REVISION_GAP',
        place,
        {},
        {
          expected: `revision ${mark.last + 1}`,
          found: `revision ${revision}`,
          sentence: `The events of ${mark.name} do not follow one another without a gap.`,
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
    mark.last = revision;
    this.#position = position;
    return place;
  }

  #begin(name: string): StreamMark {
    const mark = { name, last: -1 };
    this.#streams.set(name, mark);
    return mark;
  }
}
