import { millisecondsInMinute } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now } from '../testing/histories.fixture.ts';
import { recordPersonalDataRead } from './decide-reading.ts';
import { memberDecider } from './decider.ts';
import type { MemberEvent } from './events.ts';

const identity = { name: 'Ada Shore', email: 'ada@example.org', phone: '07700900123', dateOfBirth: null };
const member: MemberEvent = { type: 'MemberSignedUp', data: { memberId, personal: identity, at } };
const reading = { reader: 'instructor', what: 'health', classId: 7 } as const;
const readAt = (minutesAgo: number, changes: { reader?: string; classId?: number } = {}): MemberEvent => ({
  type: 'PersonalDataRead',
  data: {
    ...{ ...reading, ...changes, memberId },
    at: new Date(now.getTime() - minutesAgo * millisecondsInMinute).toISOString(),
  },
});
const whenRead = (...history: MemberEvent[]) =>
  given(memberDecider, ...history).when((state) =>
    recordPersonalDataRead(state, { memberId, ...reading, now }),
  );

describe('reading health details', () => {
  it('is recorded once an hour', () => {
    whenRead(member).gives(readAt(0));
    whenRead(member, readAt(59)).gives();
    whenRead(member, readAt(60)).gives(readAt(0));
  });

  it('is recorded for each reader and each class', () => {
    whenRead(member, readAt(5, { classId: 8 })).gives(readAt(0));
    whenRead(member, readAt(5, { reader: 'admin' })).gives(readAt(0));
  });

  it('is not recorded for an erased member', () => {
    whenRead().gives();
    whenRead(member, { type: 'MemberErased', data: { memberId, at } }).gives();
  });

  it('keeps only the last hour in the state', () => {
    const { state } = given(memberDecider, member, readAt(120), readAt(61, { classId: 8 }), readAt(0));
    expect([...state.readings.keys()]).toEqual(['health/7/instructor']);
  });
});

describe('reading an identity as an auditor', () => {
  const audit = { reader: 'auditor', what: 'audit' } as const;
  const auditedAt = (minutesAgo: number): MemberEvent => ({
    type: 'PersonalDataRead',
    data: {
      ...audit,
      memberId,
      at: new Date(now.getTime() - minutesAgo * millisecondsInMinute).toISOString(),
    },
  });
  const whenAudited = (...history: MemberEvent[]) =>
    given(memberDecider, ...history).when((state) =>
      recordPersonalDataRead(state, { memberId, ...audit, now }),
    );

  it('is recorded once an hour, apart from health details', () => {
    whenAudited(member, readAt(5)).gives(auditedAt(0));
    whenAudited(member, auditedAt(59)).gives();
    whenAudited(member, auditedAt(60)).gives(auditedAt(0));
  });
});
