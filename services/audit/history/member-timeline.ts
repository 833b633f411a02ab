import { isForgotten } from '#domain/event.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { AddressFault, HealthAnswers, MemberIdentity, PersonalDataKind } from '#domain/member/events.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { Actor, EventStore } from '#infra/event-store/types.ts';

/** What a member's stream contains beside the current state. */
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
    /** The id of a staff account, or the role of a shared password. */
    readonly reader: string;
  }[];
  /** What the mail provider reported about the address of the time; null where the mark was removed. */
  readonly addressMarks: { readonly at: string; readonly fault: AddressFault | null }[];
  readonly notes: {
    readonly id: string;
    readonly at: string;
    readonly text: string;
    readonly actor: Actor;
  }[];
}

/** Reads it from the stream, the oldest first. @throws EventStoreUnavailable */
export async function readMemberTimeline(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  memberId: string,
): Promise<MemberTimeline> {
  const timeline: MemberTimeline = { changes: [], consents: [], readings: [], notes: [], addressMarks: [] };
  const { events } = await eventStore.readStream(memberDecider.stream(memberId));
  for (const { type, data, metadata } of events) {
    const { at } = data;
    switch (type) {
      case 'MemberSignedUp':
      case 'MemberChanged':
        if (!isForgotten(data.personal))
          timeline.changes.push({ at, what: 'profile', profile: data.personal });
        break;
      case 'HealthAnswersChanged':
        if (!isForgotten(data.personal)) timeline.changes.push({ at, what: 'health', health: data.personal });
        break;
      case 'PasswordChanged':
        timeline.changes.push({ at, what: 'password' });
        break;
      case 'ConsentGiven':
      case 'ConsentWithdrawn':
        timeline.consents.push({ consent: data.consent, given: type === 'ConsentGiven', at });
        break;
      case 'NotificationChosen':
        timeline.consents.push({ consent: `${data.kind} by ${data.channel}`, given: data.isWanted, at });
        break;
      case 'PersonalDataRead':
        timeline.readings.push({ at, what: data.what, classId: data.classId ?? null, reader: data.reader });
        break;
      case 'AddressMarked':
        timeline.addressMarks.push({ at, fault: data.fault });
        break;
      case 'AddressCleared':
        timeline.addressMarks.push({ at, fault: null });
        break;
      case 'NoteAdded':
        if (!isForgotten(data.personal))
          timeline.notes.push({ id: data.noteId, at, text: data.personal.text, actor: metadata.actor });
        break;
      default:
    }
  }
  return timeline;
}
