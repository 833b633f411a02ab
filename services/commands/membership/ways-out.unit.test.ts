import { afterAll, expect, it } from 'vitest';
import type { MembershipState } from '#domain/membership/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { cancelMembership } from './cancel-membership.ts';
import { type Club, createClub } from './club.fixture.ts';
import { openCheckout } from './open-checkout.ts';
import { pauseMembership } from './pause-membership.ts';
import { resumeMembership } from './resume-membership.ts';
import { withdrawPause } from './withdraw-pause.ts';

const month = { membershipId: 1, when: 'period_end' } as const;
const immediately = { membershipId: 1, when: 'now' } as const;

const stateNames = [
  'none',
  'active',
  'active, ending',
  'active, pause ahead',
  'paused',
  'paused, ending',
  'past due',
  'past due, ending',
  'past due, kept',
  'ended',
] as const;
const wantNames = [
  'member: start one',
  'member: end it with its month',
  'member: end it now',
  'member: keep it',
  'member: pause it',
  'member: withdraw the pause',
  'staff: end it with its month',
  'staff: end it now',
  'staff: keep it',
  'staff: pause it',
  'staff: withdraw the pause',
] as const;
type State = (typeof stateNames)[number];
type Want = (typeof wantNames)[number];

/** Everything that a member or staff may want of a membership. */
const wants: Record<Want, (club: Club) => Promise<void>> = {
  'member: start one': async ({ start, addPlan, studio }) => {
    await addPlan();
    const page = { memberId: 'ann', planId: 1, successUrl: 's', cancelUrl: 'c' };
    await openCheckout(start(), page, studio.context());
  },
  'member: end it with its month': async ({ start, studio }) =>
    void (await cancelMembership(start(), { ...month, memberId: 'ann' }, studio.context())),
  'member: end it now': async ({ start, studio }) =>
    void (await cancelMembership(start(), { ...immediately, memberId: 'ann' }, studio.context())),
  'member: keep it': async ({ start, studio }) =>
    void (await resumeMembership(start(), { membershipId: 1, memberId: 'ann' }, studio.context())),
  'member: pause it': async ({ start, studio }) =>
    void (await pauseMembership(start(), { membershipId: 1, memberId: 'ann' }, studio.context())),
  'member: withdraw the pause': async ({ start, studio }) =>
    void (await withdrawPause(start(), { membershipId: 1, memberId: 'ann' }, studio.context())),
  'staff: end it with its month': async ({ start, studio }) =>
    void (await cancelMembership(start(), { ...month, memberId: null }, studio.context())),
  'staff: end it now': async ({ start, studio }) =>
    void (await cancelMembership(start(), { ...immediately, memberId: null }, studio.context())),
  'staff: keep it': async ({ start, studio }) =>
    void (await resumeMembership(start(), { membershipId: 1, memberId: null }, studio.context())),
  'staff: pause it': async ({ start, studio }) =>
    void (await pauseMembership(start(), { membershipId: 1, memberId: null }, studio.context())),
  'staff: withdraw the pause': async ({ start, studio }) =>
    void (await withdrawPause(start(), { membershipId: 1, memberId: null }, studio.context())),
};
async function begin(club: Club): Promise<void> {
  club.stripe.open('sub_a', 'ann');
  club.stripe.pay('sub_a', 0);
  await club.settle('sub_a');
}
async function pauseNextMonth(club: Club): Promise<void> {
  await begin(club);
  await wants['member: pause it'](club);
}
async function beginPause(club: Club): Promise<void> {
  await pauseNextMonth(club);
  club.stripe.skip('sub_a', 1);
  await club.settle('sub_a');
}
async function fail(club: Club): Promise<void> {
  await begin(club);
  club.stripe.fail('sub_a', 1, 1);
  await club.settle('sub_a');
}

const states: Record<State, (club: Club) => Promise<void>> = {
  none: async () => {},
  active: begin,
  'active, ending': async (club) => {
    await begin(club);
    await wants['member: end it with its month'](club);
  },
  'active, pause ahead': pauseNextMonth,
  paused: beginPause,
  'paused, ending': async (club) => {
    await beginPause(club);
    await wants['member: end it with its month'](club);
  },
  'past due': fail,
  'past due, ending': async (club) => {
    await fail(club);
    await wants['member: end it with its month'](club);
  },
  'past due, kept': async (club) => {
    await fail(club);
    await wants['member: end it with its month'](club);
    await wants['member: keep it'](club);
  },
  ended: async (club) => {
    await fail(club);
    await wants['member: end it now'](club);
  },
};
/** The state after each want, or why it is refused. */
const notFound = 'MEMBERSHIP_NOT_FOUND';
const over = 'MEMBERSHIP_NOT_ACTIVE';
const noPause = 'PAUSE_NOT_POSSIBLE';
const nonePlanned = 'NO_PAUSE_PLANNED';
const ways: Record<State, Record<Want, string>> = {
  none: toRow('a payment page', notFound, notFound, notFound, notFound, notFound),
  active: toRow(
    'ALREADY_MEMBER',
    'active, ending',
    'MEMBERSHIP_PAID',
    'active',
    'active, pause ahead',
    nonePlanned,
  ),
  'active, ending': toRow(
    'ALREADY_MEMBER',
    'active, ending',
    'MEMBERSHIP_PAID',
    'active',
    noPause,
    nonePlanned,
  ),
  'active, pause ahead': toRow(
    'ALREADY_MEMBER',
    'active, ending',
    'MEMBERSHIP_PAID',
    'active, pause ahead',
    noPause,
    'active',
  ),
  paused: toRow('ALREADY_MEMBER', 'paused, ending', 'ended', 'paused', noPause, nonePlanned),
  'paused, ending': toRow('ALREADY_MEMBER', 'paused, ending', 'ended', 'paused', noPause, nonePlanned),
  'past due': toRow('ALREADY_MEMBER', 'past due, ending', 'ended', 'past due, to pay', noPause, nonePlanned),
  'past due, ending': toRow('ALREADY_MEMBER', 'past due, ending', 'ended', 'past due', noPause, nonePlanned),
  'past due, kept': toRow('ALREADY_MEMBER', 'past due, ending', 'ended', 'past due', noPause, nonePlanned),
  ended: toRow('a payment page', over, over, over, over, over),
};

/** Staff can do what the member can, but start one. */
function toRow(
  start: string,
  endWithMonth: string,
  endNow: string,
  keep: string,
  pause: string,
  withdraw: string,
): Record<Want, string> {
  return {
    'member: start one': start,
    'member: end it with its month': endWithMonth,
    'member: end it now': endNow,
    'member: keep it': keep,
    'member: pause it': pause,
    'member: withdraw the pause': withdraw,
    'staff: end it with its month': endWithMonth,
    'staff: end it now': endNow,
    'staff: keep it': keep,
    'staff: pause it': pause,
    'staff: withdraw the pause': withdraw,
  };
}

function describeState({ membership }: MembershipState): string {
  if (membership === null || membership.status === 'ended') return membership?.status ?? 'none';
  const status = membership.status.replace('_', ' ');
  const isPauseAhead = membership.status === 'active' && membership.pause !== null;
  const due = membership.failure === null ? '' : ', to pay';
  const more = isPauseAhead ? ', pause ahead' : due;
  return `${status}${membership.cancelAtPeriodEnd ? ', ending' : more}`;
}

async function tryWant(state: State, want: Want): Promise<string> {
  const club = createClub();
  await states[state](club);
  try {
    await wants[want](club);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return want === 'member: start one' ? 'a payment page' : describeState(await club.state());
}

const cells = stateNames.flatMap((state) =>
  wantNames.map((want): [State, Want, string] => [state, want, ways[state][want]]),
);

afterAll(() => {
  const lines = cells.map(([state, want, leads]) => `  ${state.padEnd(20)} ${want.padEnd(30)} ${leads}`);
  console.log(['Memberships: every state by everything wanted of one', ...lines].join('\n'));
});

it.each(cells)('a membership that is %s; %s: %s', async (state, want, leads) => {
  expect(await tryWant(state, want)).toBe(leads);
});

it.each(stateNames)('something leads out of the state %s', (state) => {
  expect(wantNames.some((want) => !/^[A-Z_]+$/.test(ways[state][want]) && ways[state][want] !== state)).toBe(
    true,
  );
});
