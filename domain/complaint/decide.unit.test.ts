import { millisecondsInDay } from 'date-fns/constants';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toLondonDay } from '../london-time.ts';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import {
  acknowledgeComplaint,
  answerComplaint,
  eraseComplaint,
  getComplaintDueAt,
  receiveComplaint,
} from './decide.ts';
import { complaintDecider } from './decider.ts';
import type { ComplaintEvent } from './events.ts';

const complaint = { name: 'Ada Shore', email: 'ada@example.org', text: 'You wrote to my old address.' };
const memberId = 'complaint-3';
const received: ComplaintEvent = {
  type: 'ComplaintReceived',
  data: { complaintId: 3, memberId, personal: complaint, at },
};
const acknowledged: ComplaintEvent = { type: 'ComplaintAcknowledged', data: { complaintId: 3, at } };
const answered: ComplaintEvent = {
  type: 'ComplaintAnswered',
  data: { complaintId: 3, answerId: 'a', memberId, personal: { text: 'It is corrected.' }, at },
};
const erased: ComplaintEvent = { type: 'ComplaintErased', data: { complaintId: 3, at } };
const answer = { complaintId: 3, answerId: 'a', text: 'It is corrected.', now };

it('receives a complaint once, and never again after its erasure', () => {
  for (const [history, events] of [
    [[], [received]],
    [[received], []],
    [[received, erased], []],
  ] as const) {
    given(complaintDecider, ...history)
      .when((state) => receiveComplaint(state, { complaintId: 3, complaint, now }))
      .gives(...events);
  }
});

it('acknowledges a complaint once', () => {
  for (const [history, events] of [
    [[], []],
    [[received], [acknowledged]],
    [[received, answered], [acknowledged]],
    [[received, acknowledged], []],
    [[received, erased], []],
  ] as const) {
    given(complaintDecider, ...history)
      .when((state) => acknowledgeComplaint(state, { complaintId: 3, now }))
      .gives(...events);
  }
});

it('keeps every answer, and one that is sent twice once', () => {
  const again = { ...answer, answerId: 'b' };
  given(complaintDecider, received)
    .when((state) => answerComplaint(state, answer))
    .gives(answered);
  given(complaintDecider, received, answered)
    .when((state) => answerComplaint(state, answer))
    .gives();
  given(complaintDecider, received, answered)
    .when((state) => answerComplaint(state, again))
    .gives({ ...answered, data: { ...answered.data, answerId: 'b' } });
});

it('refuses an answer to a complaint that is unknown or erased', () => {
  for (const history of [[], [received, erased]]) {
    given(complaintDecider, ...history)
      .when((state) => answerComplaint(state, answer))
      .refuses('COMPLAINT_NOT_FOUND');
  }
});

it('erases a complaint once, and only an existing one', () => {
  for (const [history, events] of [
    [[], []],
    [[received], [erased]],
    [[received, answered, erased], []],
  ] as const) {
    given(complaintDecider, ...history)
      .when((state) => eraseComplaint(state, { complaintId: 3, now }))
      .gives(...events);
  }
});

it('a complaint is due at the end of the thirtieth London day, over both clock changes', () => {
  expect(getComplaintDueAt(new Date('2026-10-01T22:59:00Z')).toISOString()).toBe('2026-10-31T23:59:59.999Z');
  expect(getComplaintDueAt(new Date('2026-03-01T12:00:00Z')).toISOString()).toBe('2026-03-31T22:59:59.999Z');
  const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (receivedAt) => {
      const days =
        Date.parse(toLondonDay(getComplaintDueAt(receivedAt))) - Date.parse(toLondonDay(receivedAt));
      expect(days).toBe(30 * millisecondsInDay);
    }),
  );
});
