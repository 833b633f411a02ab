import { headIsSoftDeleted, type StreamHead } from './stream-head.ts';

/** What a writer expects of a stream. */
export type Expected =
  | { readonly kind: 'any' }
  | { readonly kind: 'noStream' }
  | { readonly kind: 'streamExists' }
  | { readonly kind: 'revision'; readonly revision: bigint };

/** Where an event that was stored before stands. */
export interface StoredPlace {
  readonly revision: number;
  readonly position: number;
}

/** What is known of events that were stored before. */
export interface StoredEvents {
  /** The event of this stream at a revision; needed for the revisions that `revisionsToCompare` names. */
  at(revision: number): { readonly id: string; readonly position: number } | undefined;
  /** Where an id stands in this stream, as far as the bounded memory of ids knows. */
  remembered(id: string): StoredPlace | undefined;
}

export type AppendDecision =
  /** `undeletes`: the stream was soft-deleted, so its metadata has to be written anew. */
  | { readonly kind: 'write'; readonly firstRevision: number; readonly undeletes: boolean }
  /** All of it had been written before. No position while the stream is soft-deleted. */
  | { readonly kind: 'duplicate'; readonly revision: number; readonly position: number | undefined }
  /** An empty append that is allowed. */
  | { readonly kind: 'nothing'; readonly revision: number }
  | { readonly kind: 'wrongVersion'; readonly current: number }
  | { readonly kind: 'deleted' };

/** The expected revision as a number: no_stream is -1, kinds without one are undefined. */
function expectedRevision(expected: Expected): bigint | undefined {
  if (expected.kind === 'noStream') return -1n;
  return expected.kind === 'revision' ? expected.revision : undefined;
}

/**
 * The revisions whose ids `decideAppend` compares with the append's own: those just after an expected revision that
 * lies below the current one.
 */
export function revisionsToCompare(
  head: StreamHead,
  expected: Expected,
  count: number,
): { readonly from: number; readonly to: number } | undefined {
  const revision = expectedRevision(expected);
  if (revision === undefined || count === 0 || head.tombstoned || revision >= head.revision) return undefined;
  const from = Number(revision) + 1;
  return { from, to: Math.min(head.revision, from + count - 1) };
}

/** Decides an append from the stream's head, by the rules of expected revisions and of idempotency. */
export function decideAppend(
  head: StreamHead,
  expected: Expected,
  ids: readonly string[],
  stored: StoredEvents,
): AppendDecision {
  if (head.tombstoned) return { kind: 'deleted' };
  const softDeleted = headIsSoftDeleted(head);
  const wrongVersion: AppendDecision = { kind: 'wrongVersion', current: head.revision };
  const accepted: AppendDecision =
    ids.length === 0
      ? { kind: 'nothing', revision: head.revision }
      : { kind: 'write', firstRevision: head.revision + 1, undeletes: softDeleted };

  if (expected.kind === 'streamExists') {
    if (softDeleted) return { kind: 'deleted' };
    if (head.revision < 0 && head.metaRevision < 0) return wrongVersion;
  }
  const revision = expectedRevision(expected);
  if (revision === undefined) {
    const [first] = ids;
    if (first === undefined || !stored.remembered(first)) return accepted;
    const places = ids.map((id) => stored.remembered(id));
    return duplicateOf(places, softDeleted) ?? wrongVersion;
  }
  if (revision > head.revision) return wrongVersion;
  if (Number(revision) === head.revision) return accepted;
  const from = Number(revision) + 1;
  const places = ids.map((id, i) => {
    const event = stored.at(from + i);
    return event?.id === id ? { revision: from + i, position: event.position } : undefined;
  });
  const newAfterDelete = softDeleted && expected.kind === 'noStream' && places[0] === undefined;
  if (newAfterDelete) return accepted;
  return duplicateOf(places, softDeleted) ?? wrongVersion;
}

/** A duplicate answers with the place that its last id names; undefined when an id is not among the stored. */
function duplicateOf(
  places: readonly (StoredPlace | undefined)[],
  softDeleted: boolean,
): AppendDecision | undefined {
  const last = places.at(-1);
  if (last === undefined || places.includes(undefined)) return undefined;
  return { kind: 'duplicate', revision: last.revision, position: softDeleted ? undefined : last.position };
}
