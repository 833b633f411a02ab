import { isForgotten } from '#domain/event.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { MemberIdentity } from '#domain/member/events.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { Actor, EventStore } from '#infra/event-store/types.ts';

/**
 * Reads a member's latest identity from the stream, since read models forget an erased member immediately. Null when
 * the key is destroyed, and for an unknown member.
 * @throws EventStoreUnavailable
 */
export async function readIdentity(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  memberId: string,
): Promise<MemberIdentity | null> {
  const { events } = await eventStore.readStream(memberDecider.stream(memberId));
  let identity: MemberIdentity | null = null;
  for (const event of events) {
    if (event.type !== 'MemberSignedUp' && event.type !== 'MemberChanged') continue;
    const { personal } = event.data;
    identity = isForgotten(personal) ? null : personal;
  }
  return identity;
}

/** Reads who erased a member: the member, staff, or the sweep for unused accounts. Null when there is no erasure. */
export async function readEraser(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  memberId: string,
): Promise<Actor | null> {
  const { events } = await eventStore.readStream(memberDecider.stream(memberId));
  return events.find(({ type }) => type === 'MemberErased')?.metadata.actor ?? null;
}

/** Whether the anonymous records of an erased member are removed as well. @throws EventStoreUnavailable */
export async function areRecordsRemoved(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  memberId: string,
): Promise<boolean> {
  const { events } = await eventStore.readStream(memberDecider.stream(memberId));
  return events.some(({ type }) => type === 'MemberRecordsRemoved');
}
