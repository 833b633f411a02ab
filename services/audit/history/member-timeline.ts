import { isForgotten } from '#domain/event.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { HealthAnswers, MemberIdentity, PersonalDataKind } from '#domain/member/events.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';

/** What a member's own stream keeps of them beside what stands now. */
export interface MemberTimeline {
  readonly changes: (
    | { readonly at: string; readonly what: 'profile'; readonly profile: MemberIdentity }
    | { readonly at: string; readonly what: 'health'; readonly health: HealthAnswers }
    | { readonly at: string; readonly what: 'password' }
  )[];
  readonly consents: { readonly consent: string; readonly given: boolean; readonly at: string }[];
  readonly readings: {
    readonly at: string;
    readonly what: PersonalDataKind;
    readonly classId: number | null;
    /** The person's id, or the role of a shared password. */
    readonly reader: string;
  }[];
}

/** Reads it from the stream, the first first. @throws EventStoreUnavailable */
export async function readMemberTimeline(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  memberId: string,
): Promise<MemberTimeline> {
  const life: MemberTimeline = { changes: [], consents: [], readings: [] };
  const { events } = await eventStore.readStream(memberDecider.stream(memberId));
  for (const { type, data } of events) {
    const { at } = data;
    switch (type) {
      case 'MemberSignedUp':
      case 'MemberChanged':
        if (!isForgotten(data.personal)) life.changes.push({ at, what: 'profile', profile: data.personal });
        break;
      case 'HealthAnswersChanged':
        if (!isForgotten(data.personal)) life.changes.push({ at, what: 'health', health: data.personal });
        break;
      case 'PasswordChanged':
        life.changes.push({ at, what: 'password' });
        break;
      case 'ConsentGiven':
      case 'ConsentWithdrawn':
        life.consents.push({ consent: data.consent, given: type === 'ConsentGiven', at });
        break;
      case 'PersonalDataRead':
        life.readings.push({ at, what: data.what, classId: data.classId ?? null, reader: data.reader });
        break;
      default:
    }
  }
  return life;
}
