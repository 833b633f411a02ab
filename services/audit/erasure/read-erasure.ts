import { isForgotten } from '#domain/event.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { getRegistrantKey } from '#domain/registration/decide.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { Actor, EventStore } from '#infra/event-store/types.ts';
import type { StudioRecord } from '../studio-record.ts';

/** The sealed events of one person. */
export interface SealedEvents {
  readonly count: number;
  readonly lastPosition: bigint | null;
  /** How many of them can still be read. */
  readonly readable: number;
}

/** A member's erasure, from the log. */
export interface ErasureRecord {
  readonly memberId: string;
  readonly stream: string;
  /** The position of MemberErased. */
  readonly position: bigint;
  readonly revision: bigint;
  readonly askedAt: string;
  readonly askedBy: Actor;
  readonly sealed: SealedEvents;
  /** When the retained anonymous records were removed; null until then. */
  readonly recordsRemovedAt: string | null;
}

/** The erasure of a registration of interest, from the log. */
export interface RegistrationErasureRecord {
  readonly registrationId: number;
  /** The owner of the key that sealed it. */
  readonly owner: string;
  /** The position of RegistrationErased. */
  readonly position: bigint;
  readonly sealed: SealedEvents;
}

type Reader = Pick<EventStore<StudioEvent>, 'readStream'>;

function countSealed(events: readonly StudioRecord[]): SealedEvents {
  let count = 0;
  let readable = 0;
  let lastPosition: bigint | null = null;
  for (const { data, position } of events) {
    if (!('personal' in data)) continue;
    count += 1;
    lastPosition = position;
    if (!isForgotten(data.personal)) readable += 1;
  }
  return { count, lastPosition, readable };
}

/** Reads a member's erasure from the member's stream; null if the member was not erased. @throws EventStoreUnavailable */
export async function readErasure(eventStore: Reader, memberId: string): Promise<ErasureRecord | null> {
  const stream = memberDecider.stream(memberId);
  const { events } = await eventStore.readStream(stream);
  const erased = events.find(({ type }) => type === 'MemberErased');
  if (erased === undefined) return null;
  return {
    memberId,
    stream,
    position: erased.position,
    revision: erased.revision,
    askedAt: erased.data.at,
    askedBy: erased.metadata.actor,
    sealed: countSealed(events),
    recordsRemovedAt: events.find(({ type }) => type === 'MemberRecordsRemoved')?.data.at ?? null,
  };
}

/** Reads a registration's erasure from its stream; null if it was not erased. @throws EventStoreUnavailable */
export async function readRegistrationErasure(
  eventStore: Reader,
  registrationId: number,
): Promise<RegistrationErasureRecord | null> {
  const { events } = await eventStore.readStream(registrationDecider.stream(String(registrationId)));
  const erased = events.find(({ type }) => type === 'RegistrationErased');
  if (erased === undefined) return null;
  const owner = getRegistrantKey(registrationId);
  return { registrationId, owner, position: erased.position, sealed: countSealed(events) };
}
