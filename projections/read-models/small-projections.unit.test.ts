import { expect, test } from 'vitest';
import type { PassDetails } from '#domain/pass/events.ts';
import { firstPlan } from '#domain/plan/first-plan.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { RuleChange } from '#domain/rules/events.ts';
import { projectAll } from '../testing/naive-tables.ts';
import { Recorder } from '../testing/recorder.ts';
import { StudioHistory } from '../testing/studio-history.ts';
import { catalogue } from './catalogue/project.ts';
import { classPasses } from './catalogue/tables.ts';
import { complaintsProjection } from './complaints/project.ts';
import { complaintAnswers, complaints } from './complaints/tables.ts';
import { instructorsProjection } from './instructors/project.ts';
import { instructors } from './instructors/tables.ts';
import { plans } from './plans/project.ts';
import { membershipPlans } from './plans/tables.ts';
import { purchases } from './purchases/project.ts';
import { passPurchases } from './purchases/tables.ts';
import { registrationsProjection } from './registrations/project.ts';
import { registrations } from './registrations/tables.ts';
import { rulesProjection } from './rules/project.ts';
import { ruleChanges } from './rules/tables.ts';
import { settingsProjection } from './settings/project.ts';
import { settings } from './settings/tables.ts';

const [early, late] = ['2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'];

function recorded(stream: string, ...events: StudioEvent[]) {
  const recorder = new Recorder();
  return events.map((event) => recorder.record(stream, event));
}

test('a removed instructor stays, for the classes they taught', () => {
  const person = { instructorId: 1, name: 'Mara', prenatalSuitable: true };
  const tables = projectAll(
    instructorsProjection,
    recorded(
      'instructor-1',
      { type: 'InstructorAdded', data: { ...person, at: early } },
      { type: 'InstructorChanged', data: { ...person, name: 'Mara Lind', at: late } },
      { type: 'InstructorRemoved', data: { instructorId: 1, at: late } },
    ),
  );
  expect(tables.only(instructors)).toMatchObject({ name: 'Mara Lind', is_removed: true, created_at: early });
  expect(tables.topics).toContainEqual({ kind: 'instructors' });
  expect(tables.topics).toContainEqual({ kind: 'classes', classId: null });
});

test('a pass of the catalogue is created, changed and removed', () => {
  const pass: PassDetails = {
    passId: 1,
    name: 'Sign Up Class',
    classes: 1,
    pricePence: 1_400,
    description: '',
    validity: { unit: 'weeks', count: 1 },
    offer: 'sign_up',
    isActive: true,
    isPopular: false,
  };
  const created: StudioEvent = { type: 'PassCreated', data: { ...pass, at: early } };
  const changed: StudioEvent = { type: 'PassChanged', data: { ...pass, pricePence: 1_500, at: late } };
  const removed: StudioEvent = { type: 'PassRemoved', data: { passId: 1, at: late } };
  expect(projectAll(catalogue, recorded('pass-1', created, changed)).only(classPasses)).toMatchObject({
    price: 1_500,
    is_sign_up_only: true,
    is_special_offer: false,
    validity_unit: 'weeks',
    created_at: early,
    updated_at: late,
  });
  expect(projectAll(catalogue, recorded('pass-1', created, removed)).rows(classPasses)).toEqual([]);
});

test('a plan is created, changed and retired, and stays', () => {
  const created: StudioEvent = { type: 'PlanCreated', data: { ...firstPlan, at: early } };
  const changed: StudioEvent = { type: 'PlanChanged', data: { ...firstPlan, passes: 10, at: late } };
  const retired: StudioEvent = { type: 'PlanRetired', data: { planId: 1, at: late } };
  const tables = projectAll(plans, recorded('plan-1', created, changed));
  expect(tables.only(membershipPlans)).toMatchObject({
    passes: 10,
    on_sale: true,
    retired_at: null,
    place: 1,
  });
  expect(tables.topics).toContainEqual({ kind: 'catalogue' });
  expect(
    projectAll(plans, recorded('plan-1', created, changed, retired)).only(membershipPlans),
  ).toMatchObject({ passes: 10, on_sale: false, retired_at: late });
});

test('a purchase stores a snapshot of the pass', () => {
  const recorder = new Recorder();
  const events = new StudioHistory(recorder).member('m', 10);
  const extended = { memberId: 'm', lotId: 'lot-m', expiresAt: '2027-01-01T00:00:00.000Z', at: late };
  events.push(recorder.record('wallet-m', { type: 'LotExtended', data: extended }));
  expect(projectAll(purchases, events).only(passPurchases)).toMatchObject({
    id: 'lot-m',
    user_id: 'm',
    pass_name: '10 Class Pass',
    pass_classes: 10,
    pass_price: 20_000,
    stripe_payment_intent_id: 'pi_m',
    expires_at: '2027-01-01T00:00:00.000Z',
  });
});

test('a changed setting keeps its creation time', () => {
  const set = (value: string, at: string): StudioEvent => ({
    type: 'SettingChanged',
    data: { key: 'special_offer_days', value, description: 'Days', at },
  });
  const tables = projectAll(settingsProjection, recorded('setting-a', set('12', early), set('6', late)));
  expect(tables.only(settings)).toMatchObject({ value: '6', created_at: early, updated_at: late });
});

test('the rulebook is shown among the settings and by version', () => {
  const changed = (version: number, changes: readonly RuleChange[], at: string): StudioEvent => ({
    type: 'RulesChanged',
    data: { version, changes, at },
  });
  const history = recorded(
    'rulebook-studio',
    changed(
      1,
      [
        { key: 'offer_minutes', from: null, to: '30' },
        { key: 'quiet_from', from: null, to: '21:00' },
      ],
      early,
    ),
    changed(2, [{ key: 'offer_minutes', from: '30', to: '45', description: 'Longer' }], late),
  );
  const tables = projectAll(settingsProjection, history);
  const rows = tables.rows(settings);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  expect(rows).toMatchObject([
    { key: 'offer_minutes', value: '45', description: 'Longer', created_at: early, updated_at: late },
    { key: 'quiet_from', value: '21:00', description: '', created_at: early, updated_at: early },
  ]);
  const versions = projectAll(rulesProjection, history);
  expect(versions.rows(ruleChanges)).toMatchObject([
    { version: 1, key: 'offer_minutes', value: '30' },
    { version: 1, key: 'quiet_from', value: '21:00' },
    { version: 2, key: 'offer_minutes', value: '45' },
  ]);
  // The timetable shows when booking of each class opens.
  expect(versions.topics).toContainEqual({ kind: 'classes', classId: null });
});

test('a registration has its personal data until erased, and the message only sealed', () => {
  const personal = { name: 'Ann', email: 'ann@example.test', phone: '07700 900123', message: 'Mornings' };
  const received = (who: typeof personal | { forgotten: true }): StudioEvent => ({
    type: 'RegistrationReceived',
    data: { registrationId: 3, memberId: 'registration-3', personal: who, at: early },
  });
  const registration = (...events: StudioEvent[]) =>
    projectAll(
      registrationsProjection,
      recorded('registration-3', ...events).map((event) => ({ ...event, sealed: 'v1.sealed' })),
    ).only(registrations);
  const notErased = { erased_at: null, erased_with: null };
  const noPersonalData = { name: null, email: null, phone: null, message: null };
  const sealed = 'v1.sealed';
  expect(registration(received(personal))).toEqual({
    ...{ id: 3, ...personal, message: null, sealed, created_at: early },
    ...notErased,
  });
  expect(registration(received({ forgotten: true }))).toEqual({
    ...{ id: 3, ...noPersonalData, sealed, created_at: early },
    ...notErased,
  });
  const erased: StudioEvent = {
    type: 'RegistrationErased',
    data: { registrationId: 3, reason: 'member_erased', ofMember: 'm-1', at: late },
  };
  expect(registration(received(personal), erased)).toEqual({
    ...{ id: 3, ...noPersonalData, sealed: null, created_at: early },
    ...{ erased_at: late, erased_with: 'm-1' },
  });
});

test('a complaint has what people wrote only sealed, and nothing of it once erased', () => {
  const owner = { complaintId: 3, memberId: 'complaint-3' };
  const history: StudioEvent[] = [
    {
      type: 'ComplaintReceived',
      data: { ...owner, personal: { name: 'Ann', email: 'a@example.test', text: 'Wrong' }, at: early },
    },
    { type: 'ComplaintAcknowledged', data: { complaintId: 3, at: early } },
    {
      type: 'ComplaintAnswered',
      data: { ...owner, answerId: 'a', personal: { text: 'Corrected' }, at: late },
    },
  ];
  const erased: StudioEvent = { type: 'ComplaintErased', data: { complaintId: 3, at: late } };
  const project = (...events: StudioEvent[]) =>
    projectAll(
      complaintsProjection,
      recorded('complaint-3', ...events).map((event) => ({ ...event, sealed: 'v1.sealed' })),
    );
  const row = { id: 3, received_at: early, acknowledged_at: early, answered_at: late, last_at: late };
  const answered = project(...history);
  expect(answered.only(complaints)).toEqual({
    ...row,
    sealed: 'v1.sealed',
    due_at: '2026-04-01T22:59:59.999Z',
    erased_at: null,
  });
  expect(answered.only(complaintAnswers)).toMatchObject({ answer_id: 'a', sealed: 'v1.sealed' });
  const after = project(...history, erased);
  expect(after.only(complaints)).toMatchObject({ ...row, sealed: null, erased_at: late });
  expect(after.only(complaintAnswers)).toMatchObject({ answer_id: 'a', sealed: null });
});
