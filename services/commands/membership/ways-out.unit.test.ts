import { afterAll, expect, it } from 'vitest';
import type { MembershipState } from '#domain/membership/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { cancelMembership } from './cancel-membership.ts';
import { type Club, createClub } from './club.fixture.ts';
import { openCheckout } from './open-checkout.ts';
import { resumeMembership } from './resume-membership.ts';

const month = { membershipId: 1, when: 'period_end' } as const;
const atOnce = { membershipId: 1, when: 'now' } as const;

const stateNames = [
  'none',
  'active',
  'active, ending',
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
  'staff: end it with its month',
  'staff: end it now',
  'staff: keep it',
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
    void (await cancelMembership(start(), { ...atOnce, memberId: 'ann' }, studio.context())),
  'member: keep it': async ({ start, studio }) =>
    void (await resumeMembership(start(), { membershipId: 1, memberId: 'ann' }, studio.context())),
  'staff: end it with its month': async ({ start, studio }) =>
    void (await cancelMembership(start(), { ...month, memberId: null }, studio.context())),
  'staff: end it now': async ({ start, studio }) =>
    void (await cancelMembership(start(), { ...atOnce, memberId: null }, studio.context())),
  'staff: keep it': async ({ start, studio }) =>
    void (await resumeMembership(start(), { membershipId: 1, memberId: null }, studio.context())),
};
async function begin(club: Club): Promise<void> {
  club.stripe.open('sub_a', 'ann');
  club.stripe.pay('sub_a', 0);
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
const ways: Record<State, Record<Want, string>> = {
  none: toRow('a payment page', 'MEMBERSHIP_NOT_FOUND', 'MEMBERSHIP_NOT_FOUND', 'MEMBERSHIP_NOT_FOUND'),
  active: toRow('ALREADY_MEMBER', 'active, ending', 'MEMBERSHIP_PAID', 'active'),
  'active, ending': toRow('ALREADY_MEMBER', 'active, ending', 'MEMBERSHIP_PAID', 'active'),
  'past due': toRow('ALREADY_MEMBER', 'past due, ending', 'ended', 'past due, to pay'),
  'past due, ending': toRow('ALREADY_MEMBER', 'past due, ending', 'ended', 'past due'),
  'past due, kept': toRow('ALREADY_MEMBER', 'past due, ending', 'ended', 'past due'),
  ended: toRow('a payment page', 'MEMBERSHIP_NOT_ACTIVE', 'MEMBERSHIP_NOT_ACTIVE', 'MEMBERSHIP_NOT_ACTIVE'),
};

/** Staff can do what the member can, but start one. */
function toRow(start: string, endWithMonth: string, endNow: string, keep: string): Record<Want, string> {
  return {
    'member: start one': start,
    'member: end it with its month': endWithMonth,
    'member: end it now': endNow,
    'member: keep it': keep,
    'staff: end it with its month': endWithMonth,
    'staff: end it now': endNow,
    'staff: keep it': keep,
  };
}

function describeState({ membership }: MembershipState): string {
  if (membership === null || membership.status === 'ended') return membership?.status ?? 'none';
  const status = membership.status === 'active' ? 'active' : 'past due';
  const due = membership.failure === null ? '' : ', to pay';
  return `${status}${membership.cancelAtPeriodEnd ? ', ending' : due}`;
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
  const lines = cells.map(([state, want, leads]) => `  ${state.padEnd(18)} ${want.padEnd(30)} ${leads}`);
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
