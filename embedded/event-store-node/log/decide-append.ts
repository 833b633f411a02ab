import { isStreamSoftDeleted, type StreamHead } from './stream-head.ts';

/** The state of the stream that a writer expects. */
export type Expected =
  | { readonly kind: 'any' }
  | { readonly kind: 'noStream' }
  | { readonly kind: 'streamExists' }
  | { readonly kind: 'revision'; readonly revision: bigint };

/** The place of a stored event. */
export interface StoredPlace {
  readonly revision: number;
  readonly position: number;
}

/** Finds stored events of the stream. */
export interface StoredEvents {
  /** The event at a revision; must answer for the revisions that `revisionsToCompare` returns. */
  at(revision: number): { readonly id: string; readonly position: number } | undefined;
  /** The place of an id, if the bounded cache of ids holds it. */
  findRecent(id: string): StoredPlace | undefined;
}

export type AppendDecision =
  /** `undeletes`: the stream was soft-deleted, so its metadata must be written again. */
  | { readonly kind: 'write'; readonly firstRevision: number; readonly undeletes: boolean }
  /** All events are stored already. No position while the stream is soft-deleted. */
  | { readonly kind: 'duplicate'; readonly revision: number; readonly position: number | undefined }
  /** An empty append whose expectation is met. */
  | { readonly kind: 'nothing'; readonly revision: number }
  | { readonly kind: 'wrongVersion'; readonly current: number }
  | { readonly kind: 'deleted' };

/** The expected revision: -1 for `noStream`, undefined for kinds without one. */
function expectedRevision(expected: Expected): bigint | undefined {
  if (expected.kind === 'noStream') return -1n;
  return expected.kind === 'revision' ? expected.revision : undefined;
}

/** The revisions whose ids `decideAppend` compares with those of the append: the next ones after an outdated expected revision. */
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

/** Decides an append by EventStoreDB's rules of expected revisions and idempotency. */
export function decideAppend(
  head: StreamHead,
  expected: Expected,
  ids: readonly string[],
  stored: StoredEvents,
): AppendDecision {
  if (head.tombstoned) return { kind: 'deleted' };
  const softDeleted = isStreamSoftDeleted(head);
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
    if (first === undefined || !stored.findRecent(first)) return accepted;
    const places = ids.map((id) => stored.findRecent(id));
    return toDuplicate(places, softDeleted) ?? wrongVersion;
  }
  if (revision > head.revision) return wrongVersion;
  if (Number(revision) === head.revision) return accepted;
  const from = Number(revision) + 1;
  const places = ids.map((id, i) => {
    const event = stored.at(from + i);
    return event?.id === id ? { revision: from + i, position: event.position } : undefined;
  });
  const isNewAfterDelete = softDeleted && expected.kind === 'noStream' && places[0] === undefined;
  if (isNewAfterDelete) return accepted;
  return toDuplicate(places, softDeleted) ?? wrongVersion;
}

/** Returns the duplicate with the place of its last id, or undefined when an id is not stored. */
function toDuplicate(
  places: readonly (StoredPlace | undefined)[],
  softDeleted: boolean,
): AppendDecision | undefined {
  const last = places.at(-1);
  if (last === undefined || places.includes(undefined)) return undefined;
  return { kind: 'duplicate', revision: last.revision, position: softDeleted ? undefined : last.position };
}
