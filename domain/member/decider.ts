import { millisecondsInHour } from 'date-fns/constants';
import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { Consent, MemberEvent, PersonalDataKind } from './events.ts';

/** What decisions about a member need. Personal data is not in it, so that none stays in memory. */
export interface MemberState {
  /** `removed`: erased, and what was kept without a name is gone from the screens too. */
  readonly status: 'unknown' | 'active' | 'erased' | 'removed';
  readonly consents: ReadonlySet<Consent>;
  /** The last hour's readings of personal data: by `getReadingKey`, when. */
  readonly readings: ReadonlyMap<string, string>;
}

/** Who reads what for which class again within this is not noted again. */
export const READING_LASTS_MS = millisecondsInHour;

/** Who reads what of a member, and for which class where it is for one. */
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
    case 'MemberSignedUp':
      return { ...state, status: 'active' };
    case 'MemberChanged':
    case 'HealthAnswersChanged':
    case 'PasswordChanged':
      return state;
    case 'ConsentGiven':
      return { ...state, consents: new Set(state.consents).add(event.data.consent) };
    case 'ConsentWithdrawn':
      return {
        ...state,
        consents: new Set([...state.consents].filter((consent) => consent !== event.data.consent)),
      };
    case 'PersonalDataRead':
      return { ...state, readings: withReading(state, event.data) };
    case 'MemberErased':
      return { status: 'erased', consents: new Set(), readings: new Map() };
    case 'MemberRecordsRemoved':
      return { ...state, status: 'removed' };
    default:
      return assertNever(event);
  }
}

export const memberDecider: Decider<MemberState, MemberEvent> = {
  stream: (memberId) => `member-${memberId}`,
  initial: { status: 'unknown', consents: new Set(), readings: new Map() },
  evolve: evolveMember,
};
