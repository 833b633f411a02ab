import { expect, test } from 'vitest';
import type { StudioEvent } from '#domain/registry.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import type { StudioRecord } from '../../definition/projection.ts';
import { auditTrail } from './project.ts';
import { dataReadings, unusualEvents } from './tables.ts';

const at = '2026-05-12T09:00:00.000Z';
const ofMember = { memberId: 'm', at };
const lot = { ...ofMember, lotId: 'lot-a', passes: 3 };

const granted = (kind: 'purchase' | 'adjustment'): StudioEvent => ({
  type: 'LotGranted',
  data: {
    ...lot,
    ...{ kind, passName: '3 passes', pricePence: 0, expiresAt: at },
    ...{ passId: null, paymentIntentId: null, offer: null },
  },
});
const revoked = (reason: 'staff' | 'refund'): StudioEvent => ({
  type: 'LotRevoked',
  data: { ...lot, reason, demanded: 0 },
});
const released = (reason: 'removed' | 'cancelled'): StudioEvent => ({
  type: 'SeatReleased',
  data: { ...ofMember, classId: 7, bookingId: 1, lotId: 'lot-a', reason, returnsPass: true },
});
const money = { ...ofMember, paymentIntentId: 'pi_m', amountPence: 500 };
const setting: StudioEvent = {
  type: 'SettingChanged',
  data: { key: 'retention_years', value: '5', description: '', at },
};
const rules: StudioEvent = {
  type: 'RulesChanged',
  data: { version: 2, changes: [{ key: 'offer_minutes', from: '30', to: '20' }], at },
};
const read: StudioEvent = {
  type: 'PersonalDataRead',
  data: { ...ofMember, what: 'health', classId: 7, reader: 'instructor' },
};

function project(events: readonly StudioEvent[], actor?: StudioRecord['metadata']['actor']) {
  const recorder = new Recorder();
  const records = events.map((event) => recorder.record('stream', event));
  const tables = projectAll(
    auditTrail,
    actor === undefined
      ? records
      : records.map((record) => ({ ...record, metadata: { ...record.metadata, actor } })),
  );
  return { unusual: tables.rows(unusualEvents), readings: tables.rows(dataReadings) };
}

test.each<[string, StudioEvent, string | null]>([
  ['passes that staff gave', granted('adjustment'), 'adjustment'],
  ['passes that were bought', granted('purchase'), null],
  ['passes that staff took', revoked('staff'), 'adjustment'],
  ['passes revoked by a refund', revoked('refund'), null],
  ['a member taken out of a class', released('removed'), 'removal'],
  ['a cancelled booking', released('cancelled'), null],
  ['an erased member', { type: 'MemberErased', data: ofMember }, 'removal'],
  ['a refund', { type: 'PaymentRefunded', data: { ...money, reason: 'at_stripe' } }, 'refund'],
  ['a dispute', { type: 'PaymentDisputed', data: money }, 'refund'],
  ['a reading', read, null],
])('classifies %s', (_name, event, kind) => {
  expect(project([event]).unusual.map((row) => row.kind)).toEqual(kind === null ? [] : [kind]);
});

test.each([setting, rules])('lists $type by staff, but not what a studio opens with', (event) => {
  const byStaff = project([event], { kind: 'staff', role: 'admin' });
  expect(byStaff.unusual).toMatchObject([{ kind: 'rules', member_id: null, revision: '0' }]);
  expect(project([event]).unusual).toEqual([]);
});

test('keeps readings and unusual events of a member whose records are removed, without the id', () => {
  const removed: StudioEvent = { type: 'MemberRecordsRemoved', data: ofMember };
  const { readings, unusual } = project([read, granted('adjustment'), removed]);
  expect(readings).toMatchObject([{ reader: 'instructor', what: 'health', member_id: 'removed' }]);
  expect(unusual.map((row) => [row.kind, row.member_id])).toEqual([
    ['adjustment', 'removed'],
    ['removal', 'removed'],
  ]);
});
