import { expect, test } from 'vitest';
import type { StudioEvent } from '#domain/registry.ts';
import type { Actor } from '#infra/event-store/types.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { staffProjection } from './project.ts';
import { staffAccounts } from './tables.ts';

const at = '2026-03-02T10:00:00.000Z';
const later = '2026-03-03T10:00:00.000Z';
const staffId = 'marina';
const forgotten = { forgotten: true } as const;
const ada: Actor = { kind: 'staff', role: 'admin', staffId: 'ada' };
const shared: Actor = { kind: 'staff', role: 'admin' };

function accountAfter(events: readonly [StudioEvent, Actor?][]) {
  const recorder = new Recorder();
  return projectAll(
    staffProjection,
    events.map(([event, actor = shared]) => {
      const recorded = recorder.record(`staff-${staffId}`, event);
      return { ...recorded, metadata: { ...recorded.metadata, actor } };
    }),
  ).only(staffAccounts);
}

const invited: StudioEvent = {
  type: 'StaffInvited',
  data: { staffId, role: 'instructor', personal: { email: 'marina@example.test' }, at },
};
const joined: StudioEvent = {
  type: 'StaffJoined',
  data: { staffId, personal: { name: 'Marina', passwordHash: 'hash' }, at: later },
};
const removed: StudioEvent = { type: 'StaffRemoved', data: { staffId, at: later } };

test('an invitation has the address and the inviting staff member', () => {
  expect(accountAfter([[invited, ada]])).toMatchObject({
    id: 'marina',
    email: 'marina@example.test',
    role: 'instructor',
    status: 'invited',
    invited_by: 'ada',
    invited_at: at,
  });
  const again: StudioEvent = { type: 'StaffInvitedAgain', data: { staffId, at: later } };
  expect(accountAfter([[invited], [again, ada]])).toMatchObject({ invited_by: null, invited_at: later });
});

test('a joined account has a name, a password and the latest role', () => {
  const admin: StudioEvent = { type: 'StaffRoleChanged', data: { staffId, role: 'admin', at: later } };
  const password: StudioEvent = {
    type: 'StaffPasswordChanged',
    data: { staffId, personal: { passwordHash: 'other' }, at: later },
  };
  const account = accountAfter([[invited], [joined], [admin], [password]]);
  expect(account).toMatchObject({ name: 'Marina', password: 'other', role: 'admin', status: 'active' });
  // The role and the password each end the credential epoch.
  expect(account.credential_epoch).toBe(3);
  expect(accountAfter([[invited], [joined], [removed]]).credential_epoch).toBe(2);
});

test('an account has a second factor from when it was added until it is removed', () => {
  const added: StudioEvent = {
    type: 'StaffSecondFactorAdded',
    data: { staffId, personal: { secret: 'JBSWY3DPEHPK3PXP' }, at: later },
  };
  const codes: StudioEvent = {
    type: 'StaffRecoveryCodesMade',
    data: { staffId, count: 1, personal: { hashes: ['hash'] }, at: later },
  };
  const factorRemoved: StudioEvent = { type: 'StaffSecondFactorRemoved', data: { staffId, at: later } };
  const account = accountAfter([[invited], [joined], [added], [codes]]);
  expect(account).toMatchObject({ second_factor_since: later, credential_epoch: 2 });
  expect(JSON.stringify(account)).not.toMatch(/JBSWY3DPEHPK3PXP/);
  expect(accountAfter([[invited], [joined], [added], [factorRemoved]])).toMatchObject({
    second_factor_since: null,
    credential_epoch: 3,
  });
  expect(accountAfter([[invited], [joined], [added], [removed]]).second_factor_since).toBeNull();
});

test('a removed account keeps its name and loses its password', () => {
  expect(accountAfter([[invited], [joined], [removed, ada]])).toMatchObject({
    name: 'Marina',
    password: null,
    status: 'removed',
    removed_at: later,
    removed_by: 'ada',
  });
});

test('an account with a destroyed key has no personal data', () => {
  const account = accountAfter([
    [{ type: 'StaffInvited', data: { staffId, role: 'instructor', personal: forgotten, at } }],
    [{ type: 'StaffJoined', data: { staffId, personal: forgotten, at: later } }],
  ]);
  expect(account).toMatchObject({ email: null, name: null, password: null, status: 'active' });
});
