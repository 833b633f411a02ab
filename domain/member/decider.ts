import { millisecondsInHour } from 'date-fns/constants';
import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { AddressFault, Consent, MemberEvent, PersonalDataKind } from './events.ts';
import { getNotificationKey } from './notifications.ts';

/** What decisions about a member need. It holds no personal data, so that none stays in memory. */
export interface MemberState {
  /** `removed`: erased, and the anonymous records are no longer on any screen. */
  readonly status: 'unknown' | 'active' | 'erased' | 'removed';
  /**
   * The credential epoch: sessions, links and feeds hold only for the epoch in which they were made. Starts at 1 with the first
   * password; a new password, a revocation and an erasure raise it in the append that makes them.
   */
  readonly epoch: number;
  /** The import that brought the member over; null for one who signed up. */
  readonly importId: string | null;
  /** Was brought over, and was neither invited nor ever here: gets no mail. */
  readonly isSilent: boolean;
  /** Whether the member showed that they read mail to their address. */
  readonly isEmailVerified: boolean;
  /** Why mail to the current address does not arrive; null when nothing is known against it. */
  readonly addressFault: AddressFault | null;
  /** When the mark was last removed, ISO: reports about what happened before are out of date. */
  readonly addressClearedAt: string | null;
  readonly consents: ReadonlySet<Consent>;
  /** When the latest consent to the newsletter was given, ISO; it outweighs what happened before. */
  readonly consentedAt: string | null;
  /** The notifications that the member turned off, by `getNotificationKey`. */
  readonly unwanted: ReadonlySet<string>;
  /** Stripe's customer that keeps the member's cards; null until one is saved. It outlives an erasure, which has the cards removed. */
  readonly cardCustomerId: string | null;
  /** The ids of the notes by staff, so that each is added once. */
  readonly noteIds: ReadonlySet<string>;
  /** The readings of personal data of the last hour: by `getReadingKey`, the instant. */
  readonly readings: ReadonlyMap<string, string>;
}

/** A repeated reading within this time is not recorded again. */
export const READING_LASTS_MS = millisecondsInHour;

/** A reader, what they read, and for which class if there is one. */
export interface Reading {
  readonly reader: string;
  readonly what: PersonalDataKind;
  readonly classId?: number;
}

export const getReadingKey = ({ reader, what, classId }: Reading): string =>
  `${what}/${classId ?? ''}/${reader}`;

function withReading(state: MemberState, reading: Reading & { at: string }): ReadonlyMap<string, string> {
  const since = Date.parse(reading.at) - READING_LASTS_MS;
  const recent = [...state.readings].filter(([, at]) => Date.parse(at) > since);
  return new Map(recent).set(getReadingKey(reading), reading.at);
}

function evolveMember(state: MemberState, event: MemberEvent): MemberState {
  switch (event.type) {
    case 'MemberSignedUp': {
      const { importId = null } = event.data;
      return { ...state, status: 'active', importId, isSilent: importId !== null };
    }
    case 'MemberInvited':
      return { ...state, isSilent: false };
    case 'MemberChanged':
      return state;
    // Answers of before there was a consent of their own count as consented.
    case 'HealthAnswersChanged':
      return { ...state, consents: new Set(state.consents).add('health') };
    case 'PasswordChanged':
      return { ...state, epoch: state.epoch + 1, isSilent: false };
    case 'CredentialsRevoked':
      return { ...state, epoch: state.epoch + 1 };
    case 'EmailVerified':
      return { ...state, isEmailVerified: true, isSilent: false };
    case 'AddressMarked':
      return { ...state, addressFault: event.data.fault };
    case 'AddressCleared':
      return { ...state, addressFault: null, addressClearedAt: event.data.at };
    case 'ConsentGiven':
      return {
        ...state,
        consents: new Set(state.consents).add(event.data.consent),
        consentedAt: event.data.consent === 'newsletter' ? event.data.at : state.consentedAt,
      };
    case 'ConsentWithdrawn':
      return {
        ...state,
        consents: new Set([...state.consents].filter((consent) => consent !== event.data.consent)),
      };
    case 'NotificationChosen': {
      const { kind, channel, isWanted } = event.data;
      const key = getNotificationKey(kind, channel);
      const others = [...state.unwanted].filter((one) => one !== key);
      return { ...state, unwanted: new Set(isWanted ? others : [...others, key]) };
    }
    case 'CardCustomerCreated':
      return { ...state, cardCustomerId: event.data.customerId };
    case 'PersonalDataRead':
      return { ...state, readings: withReading(state, event.data) };
    case 'NoteAdded':
      return { ...state, noteIds: new Set(state.noteIds).add(event.data.noteId) };
    case 'MemberErased':
      return {
        status: 'erased',
        epoch: state.epoch + 1,
        importId: state.importId,
        isSilent: state.isSilent,
        isEmailVerified: false,
        addressFault: null,
        addressClearedAt: null,
        consents: new Set(),
        consentedAt: null,
        unwanted: new Set(),
        cardCustomerId: state.cardCustomerId,
        noteIds: new Set(),
        readings: new Map(),
      };
    case 'MemberRecordsRemoved':
      return { ...state, status: 'removed' };
    default:
      return assertNever(event);
  }
}

export const memberDecider: Decider<MemberState, MemberEvent> = {
  stream: (memberId) => `member-${memberId}`,
  initial: {
    status: 'unknown',
    epoch: 0,
    importId: null,
    isSilent: false,
    isEmailVerified: false,
    addressFault: null,
    addressClearedAt: null,
    consents: new Set(),
    consentedAt: null,
    unwanted: new Set(),
    cardCustomerId: null,
    noteIds: new Set(),
    readings: new Map(),
  },
  evolve: evolveMember,
};
