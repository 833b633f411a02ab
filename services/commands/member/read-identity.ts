import { isForgotten } from '#domain/event.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { MemberIdentity } from '#domain/member/events.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { Actor, EventStore } from '#infra/event-store/types.ts';

/**
 * What a member was known by last, from the stream itself, since read models forget who is erased at once. Null when the
 * key is destroyed, and for who never was a member. @throws EventStoreUnavailable
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

/** Who had a member erased: themselves, staff, or the sweep for accounts that no one uses. Null when nobody did. */
export async function readEraser(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  memberId: string,
): Promise<Actor | null> {
  const { events } = await eventStore.readStream(memberDecider.stream(memberId));
  return events.find(({ type }) => type === 'MemberErased')?.metadata.actor ?? null;
}

/** Whether what was kept of an erased member, without a name, is gone from the screens as well. @throws EventStoreUnavailable */
export async function areRecordsRemoved(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  memberId: string,
): Promise<boolean> {
  const { events } = await eventStore.readStream(memberDecider.stream(memberId));
  return events.some(({ type }) => type === 'MemberRecordsRemoved');
}
