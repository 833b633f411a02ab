import { isForgotten } from '#domain/event.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { getRegistrantKey } from '#domain/registration/decide.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { Actor, EventStore } from '#infra/event-store/types.ts';
import type { StudioRecord } from '../studio-record.ts';

/** Events that were sealed for one person. */
export interface SealedEvents {
  readonly count: number;
  /** Of the last of them. */
  readonly lastPosition: bigint | null;
  /** How many of them can be read all the same. */
  readonly readable: number;
}

/** What the log says of an erasure. */
export interface ErasureRecord {
  readonly memberId: string;
  readonly stream: string;
  /** Of MemberErased. */
  readonly position: bigint;
  readonly revision: bigint;
  readonly askedAt: string;
  readonly askedBy: Actor;
  readonly sealed: SealedEvents;
  /** When what was kept without a name was removed; null until then. */
  readonly recordsRemovedAt: string | null;
}

/** What the log says of a registration of interest that was erased. */
export interface RegistrationErasureRecord {
  readonly registrationId: number;
  /** Whose key sealed it. */
  readonly owner: string;
  /** Of RegistrationErased. */
  readonly position: bigint;
  readonly sealed: SealedEvents;
}

type Reader = Pick<EventStore<StudioEvent>, 'readStream'>;

function sealedOf(events: readonly StudioRecord[]): SealedEvents {
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

/** Reads a member's erasure in their own stream; null of who was never erased. @throws EventStoreUnavailable */
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
    sealed: sealedOf(events),
    recordsRemovedAt: events.find(({ type }) => type === 'MemberRecordsRemoved')?.data.at ?? null,
  };
}

/** Reads the erasure of a registration in its own stream; null of one that was not erased. @throws EventStoreUnavailable */
export async function readRegistrationErasure(
  eventStore: Reader,
  registrationId: number,
): Promise<RegistrationErasureRecord | null> {
  const { events } = await eventStore.readStream(registrationDecider.stream(String(registrationId)));
  const erased = events.find(({ type }) => type === 'RegistrationErased');
  if (erased === undefined) return null;
  const owner = getRegistrantKey(registrationId);
  return { registrationId, owner, position: erased.position, sealed: sealedOf(events) };
}
