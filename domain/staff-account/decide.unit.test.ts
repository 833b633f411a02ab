import { expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import {
  changeStaffPassword,
  changeStaffRole,
  inviteStaff,
  inviteStaffAgain,
  joinStaff,
  removeStaff,
} from './decide.ts';
import { staffAccountDecider } from './decider.ts';
import type { StaffAccountEvent } from './events.ts';

const staffId = '5d0f8a1e-3c64-4b7a-9f52-7e1a2b3c4d55';
const email = 'marina@example.org';
const account = { name: 'Marina', passwordHash: 'hash' };
const invited: StaffAccountEvent = {
  type: 'StaffInvited',
  data: { staffId, role: 'instructor', personal: { email }, at },
};
const inviter = { staffId: 'ada', epoch: 3 };
const again: StaffAccountEvent = { type: 'StaffInvitedAgain', data: { staffId, at } };
const joined: StaffAccountEvent = { type: 'StaffJoined', data: { staffId, personal: account, at } };
const madeAdmin: StaffAccountEvent = { type: 'StaffRoleChanged', data: { staffId, role: 'admin', at } };
const removed: StaffAccountEvent = { type: 'StaffRemoved', data: { staffId, at } };

it('invites an account once, and never reuses a removed id', () => {
  const when = (...history: StaffAccountEvent[]) =>
    given(staffAccountDecider, ...history).when((state) =>
      inviteStaff(state, { staffId, role: 'instructor', email, inviter: null, now }),
    );
  when().gives(invited);
  when(invited).gives();
  when(invited, joined).gives();
  when(invited, removed).gives();
});

it('sends another invitation until the account is joined', () => {
  const when = (...history: StaffAccountEvent[]) =>
    given(staffAccountDecider, ...history).when((state) =>
      inviteStaffAgain(state, { staffId, inviter: null, now }),
    );
  when(invited).gives(again);
  when(invited, again).gives(again);
  when(invited, joined).refuses('STAFF_JOINED');
  when(invited, removed).refuses('STAFF_NOT_FOUND');
  when().refuses('STAFF_NOT_FOUND');
});

it('completes an invited account once', () => {
  const when = (epoch: number, ...history: StaffAccountEvent[]) =>
    given(staffAccountDecider, ...history).when((state) =>
      joinStaff(state, { staffId, ...account, epoch, now }),
    );
  when(1, invited).gives(joined);
  when(1, invited, madeAdmin).refuses('INVALID_INVITE');
  when(2, invited, madeAdmin).gives(joined);
  when(1).refuses('INVALID_INVITE');
  when(1, invited, joined).refuses('INVALID_INVITE');
  when(1, invited, removed).refuses('INVALID_INVITE');
});

it('remembers the inviting account and its credential epoch, of the latest invitation', () => {
  given(staffAccountDecider)
    .when((state) => inviteStaff(state, { staffId, role: 'instructor', email, inviter, now }))
    .gives({
      type: 'StaffInvited',
      data: { staffId, role: 'instructor', personal: { email }, inviter, at },
    });
  const byAda: StaffAccountEvent = { type: 'StaffInvitedAgain', data: { staffId, inviter, at } };
  expect(given(staffAccountDecider, invited, byAda).state).toMatchObject({ inviter });
  expect(given(staffAccountDecider, invited, byAda, again).state).toMatchObject({ inviter: null });
});

it('changes a role by anyone but its owner', () => {
  const when = (by: string | null, ...history: StaffAccountEvent[]) =>
    given(staffAccountDecider, ...history).when((state) =>
      changeStaffRole(state, { staffId, role: 'admin', by, now }),
    );
  when(null, invited).gives(madeAdmin);
  when('another', invited, joined).gives(madeAdmin);
  when('another', invited, joined, madeAdmin).gives();
  when(staffId, invited, joined).refuses('STAFF_SELF');
  when(null, invited, joined, removed).refuses('STAFF_NOT_FOUND');
});

it('changes the password of an active account', () => {
  const changed: StaffAccountEvent = {
    type: 'StaffPasswordChanged',
    data: { staffId, personal: { passwordHash: 'other' }, at },
  };
  const when = (...history: StaffAccountEvent[]) =>
    given(staffAccountDecider, ...history).when((state) =>
      changeStaffPassword(state, { staffId, passwordHash: 'other', epoch: 1, now }),
    );
  when(invited, joined).gives(changed);
  when(invited, joined, changed).gives();
  when(invited, joined, madeAdmin).gives();
  when(invited).refuses('STAFF_NOT_FOUND');
  when(invited, joined, removed).refuses('STAFF_NOT_FOUND');
});

it('removes an account once, by anyone but its owner', () => {
  const when = (by: string | null, ...history: StaffAccountEvent[]) =>
    given(staffAccountDecider, ...history).when((state) => removeStaff(state, { staffId, by, now }));
  when(null, invited).gives(removed);
  when('another', invited, joined).gives(removed);
  when(staffId, invited, joined).refuses('STAFF_SELF');
  when('another', invited, joined, removed).gives();
  when(null).refuses('STAFF_NOT_FOUND');
});
