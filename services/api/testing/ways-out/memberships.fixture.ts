import { addDaysToDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { membershipAnswer, membershipRedirectAnswer } from '#services/contract/membership.ts';
import type { Answer, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import type { TimetableStudio } from '../timetable-studio.fixture.ts';
import { type Cell, leads, refused, type WayOutTable } from './way-out-table.fixture.ts';

type State =
  | 'none'
  | 'active'
  | 'active, ending'
  | 'active, pause ahead'
  | 'paused'
  | 'past due'
  | 'past due, ending'
  | 'past due, kept'
  | 'ended';
type Want =
  | 'member: start a membership'
  | 'member: end it with its month'
  | 'member: end it now'
  | 'member: keep it'
  | 'member: pause it'
  | 'member: withdraw the pause'
  | 'member: pay what is open'
  | 'member: book with it'
  | 'member: buy a pass'
  | 'member: delete the account'
  | 'staff: end it with its month'
  | 'staff: end it now'
  | 'staff: keep it'
  | 'staff: pause it'
  | 'staff: withdraw the pause'
  | 'staff: erase the member';

interface Subject {
  readonly member: StudioClient;
  readonly memberId: string;
  /** Of no membership for a member who never had one. */
  readonly id: number;
}

const singleClass = 3;
const unknownId = 2_147_483_647;
const card = { cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' };

const noneYet = refused<Want>('404 MEMBERSHIP_NOT_FOUND', 'there is none', 'member: start a membership');
const over = refused<Want>('409 MEMBERSHIP_NOT_ACTIVE', 'it has ended', 'member: start a membership');
const paid = refused<Want>(
  '409 MEMBERSHIP_PAID',
  'the month is paid and not paid back',
  'member: end it with its month',
);
const isMember = (instead: Want) => refused<Want>('409 ALREADY_MEMBER', 'there is one', instead);
const nothingOpen = refused<Want>('409 NOTHING_TO_PAY', 'nothing is open');
const notCharged = refused<Want>(
  '409 NOTHING_TO_PAY',
  'this month is not charged; the page says when the next is',
  'member: buy a pass',
);
const noPass = (instead: Want) => refused<Want>('402 NO_PASS', 'no pass can be used', instead);
const always = {
  'member: buy a pass': leads('a lot of its own, whatever the membership'),
  'member: delete the account': leads('the subscription ends at Stripe, what is open is voided'),
  'staff: erase the member': leads('the subscription ends at Stripe, what is open is voided'),
};
const endsNow = leads('ended; invoice voided, no more tries, bookings stand');
const endsUnpaid = leads('ends with the unpaid month; invoice voided, no more tries; can be kept');
const endsPaid = leads('ends with its month; can be kept until then');
const endsPaused = leads('ends with its pause; can be kept until then');
const endsAlready = leads('nothing changes: it ends with its month');
const goesOn = leads('nothing changes: it is not cancelled');
const goesOnPaid = leads('goes on; the next month is charged');
/** The results of pausing and of withdrawing a pause: the same for the member and staff. */
const pausing = (pause: Cell<Want>, withdraw: Cell<Want>) => ({
  'member: pause it': pause,
  'member: withdraw the pause': withdraw,
  'staff: pause it': pause,
  'staff: withdraw the pause': withdraw,
});
const notPausable = (why: string, instead?: Want) => refused<Want>('409 PAUSE_NOT_POSSIBLE', why, instead);
const nonePlanned = refused<Want>('409 NO_PAUSE_PLANNED', 'no pause is planned');

const cells: WayOutTable<State, Want, Subject>['cells'] = {
  none: {
    'member: start a membership': leads('a payment page'),
    'member: end it with its month': noneYet,
    'member: end it now': noneYet,
    'member: keep it': noneYet,
    'member: pay what is open': nothingOpen,
    'member: book with it': noPass('member: start a membership'),
    'staff: end it with its month': noneYet,
    'staff: end it now': noneYet,
    'staff: keep it': noneYet,
    ...pausing(noneYet, noneYet),
    ...always,
  },
  active: {
    'member: start a membership': isMember('member: book with it'),
    'member: end it with its month': endsPaid,
    'member: end it now': paid,
    'member: keep it': goesOn,
    'member: pay what is open': nothingOpen,
    'member: book with it': leads('booked'),
    'staff: end it with its month': endsPaid,
    'staff: end it now': paid,
    'staff: keep it': goesOn,
    ...pausing(leads('the next month is not charged and has no passes'), nonePlanned),
    ...always,
  },
  'active, ending': {
    'member: start a membership': isMember('member: keep it'),
    'member: end it with its month': endsAlready,
    'member: end it now': paid,
    'member: keep it': goesOnPaid,
    'member: pay what is open': nothingOpen,
    'member: book with it': leads('booked'),
    'staff: end it with its month': endsAlready,
    'staff: end it now': paid,
    'staff: keep it': goesOnPaid,
    ...pausing(notPausable('it is cancelled', 'member: keep it'), nonePlanned),
    ...always,
  },
  'active, pause ahead': {
    'member: start a membership': isMember('member: book with it'),
    'member: end it with its month': endsPaid,
    'member: end it now': paid,
    'member: keep it': goesOn,
    'member: pay what is open': nothingOpen,
    'member: book with it': leads('booked'),
    'staff: end it with its month': endsPaid,
    'staff: end it now': paid,
    'staff: keep it': goesOn,
    ...pausing(
      notPausable('the next month is paused already', 'member: withdraw the pause'),
      leads('the next month is charged'),
    ),
    ...always,
  },
  paused: {
    'member: start a membership': isMember('member: buy a pass'),
    'member: end it with its month': endsPaused,
    'member: end it now': leads('ended, in its pause'),
    'member: keep it': goesOn,
    'member: pay what is open': nothingOpen,
    'member: book with it': noPass('member: buy a pass'),
    'staff: end it with its month': endsPaused,
    'staff: end it now': leads('ended, in its pause'),
    'staff: keep it': goesOn,
    ...pausing(
      notPausable('it is paused', 'member: buy a pass'),
      refused('409 NO_PAUSE_PLANNED', 'it has begun, and comes back by itself', 'member: buy a pass'),
    ),
    ...always,
  },
  'past due': {
    'member: start a membership': isMember('member: pay what is open'),
    'member: end it with its month': endsUnpaid,
    'member: end it now': endsNow,
    'member: keep it': goesOn,
    'member: pay what is open': leads('active, with twelve passes'),
    'member: book with it': noPass('member: pay what is open'),
    'staff: end it with its month': endsUnpaid,
    'staff: end it now': endsNow,
    'staff: keep it': goesOn,
    ...pausing(notPausable('a payment is open', 'member: pay what is open'), nonePlanned),
    ...always,
  },
  'past due, ending': {
    'member: start a membership': isMember('member: end it now'),
    'member: end it with its month': endsAlready,
    'member: end it now': endsNow,
    'member: keep it': goesOnPaid,
    'member: pay what is open': nothingOpen,
    'member: book with it': noPass('member: buy a pass'),
    'staff: end it with its month': endsAlready,
    'staff: end it now': endsNow,
    'staff: keep it': goesOnPaid,
    ...pausing(notPausable('this month is not paid', 'member: end it now'), nonePlanned),
    ...always,
  },
  'past due, kept': {
    'member: start a membership': isMember('member: end it now'),
    'member: end it with its month': endsUnpaid,
    'member: end it now': endsNow,
    'member: keep it': goesOn,
    'member: pay what is open': notCharged,
    'member: book with it': noPass('member: buy a pass'),
    'staff: end it with its month': endsUnpaid,
    'staff: end it now': endsNow,
    'staff: keep it': goesOn,
    ...pausing(notPausable('this month is not paid', 'member: end it now'), nonePlanned),
    ...always,
  },
  ended: {
    'member: start a membership': leads('a payment page'),
    'member: end it with its month': over,
    'member: end it now': over,
    'member: keep it': over,
    'member: pay what is open': nothingOpen,
    'member: book with it': noPass('member: start a membership'),
    'staff: end it with its month': over,
    'staff: end it now': over,
    'staff: keep it': over,
    ...pausing(over, over),
    ...always,
  },
};

const read = (member: StudioClient) => member.expect(membershipAnswer, 'GET', '/api/membership');

/** Memberships in every state, by what their members and staff may want. */
export function createMembershipTable(studio: TimetableStudio): WayOutTable<State, Want, Subject> {
  const { admin, clock, running } = studio;
  let classId = 0;
  const { base } = running.process;
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: base, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    });
  const waitForStatus = (member: StudioClient, wanted: string) =>
    waitFor(async () => (await read(member)).status === wanted, { what: `a membership that is ${wanted}` });

  async function subscribe(): Promise<Subject> {
    const { client: member } = await studio.addMember('wants', 0);
    const { redirectUrl } = await member.expect(
      membershipRedirectAnswer,
      'POST',
      '/api/membership/subscribe',
    );
    await post(redirectUrl, card);
    await waitForStatus(member, 'active');
    const { id } = await read(member);
    return { member, memberId: await studio.readMemberId(member), id: id ?? unknownId };
  }

  async function refuseCard({ id }: Subject): Promise<void> {
    const [row] = await running.query('SELECT stripe_subscription_id AS id FROM memberships WHERE id = $1', [
      id,
    ]);
    await post(`${base}/sandbox/stripe/dashboard/subscriptions/${row?.id}`, { action: 'fail' });
  }

  const pause = ({ member, id }: Subject) =>
    member.expect(commandAnswer, 'POST', `/api/membership/${id}/pause`);

  async function make(state: State): Promise<Subject> {
    if (state === 'none') {
      const { client: member } = await studio.addMember('wants', 0);
      return { member, memberId: await studio.readMemberId(member), id: unknownId };
    }
    const subject = await subscribe();
    if (state.startsWith('past due') || state === 'ended') await refuseCard(subject);
    if (state === 'paused') await pause(subject);
    return subject;
  }

  /** Changes a membership a month after `make`. */
  async function moveOn({ member, id }: Subject, state: State): Promise<void> {
    const act = (path: string, body?: object) =>
      member.expect(commandAnswer, 'POST', `/api/membership/${id}/${path}`, body);
    if (state === 'active, ending') await act('cancel');
    if (state === 'active, pause ahead') await act('pause');
    if (state === 'paused') await waitForStatus(member, 'paused');
    if (state.startsWith('past due') || state === 'ended') await waitForStatus(member, 'past_due');
    if (state === 'past due, ending' || state === 'past due, kept') await act('cancel');
    if (state === 'past due, kept') await act('resume');
    if (state === 'ended') await act('cancel', { when: 'now' });
  }

  async function pay({ member }: Subject): Promise<Answer> {
    const url = (await read(member)).openPayment?.url;
    if (!url) return { status: 409, body: { code: 'NOTHING_TO_PAY' } };
    await post(url, card);
    await waitForStatus(member, 'active');
    return { status: 200, body: null };
  }

  return {
    of: 'Memberships',
    cells,
    async prepare(states) {
      const subjects: Subject[] = [];
      for (const state of states) subjects.push(await make(state));
      const month = addDaysToDay(toLondonDay(await clock.now()), 32);
      await clock.moveTo(toLondonInstant(month, '12:00'));
      for (const [index, subject] of subjects.entries()) {
        const state = states[index];
        if (state !== undefined) await moveOn(subject, state);
      }
      await studio.startDay();
      classId = await studio.schedule(studio.at(3, '10:00'), 20);
      return subjects;
    },
    wants: {
      'member: start a membership': ({ member }) =>
        member.call('POST', '/api/create-membership-subscription'),
      'member: end it with its month': ({ member, id }) =>
        member.call('POST', `/api/membership/${id}/cancel`),
      'member: end it now': ({ member, id }) =>
        member.call('POST', `/api/membership/${id}/cancel`, { when: 'now' }),
      'member: keep it': ({ member, id }) => member.call('POST', `/api/membership/${id}/resume`),
      'member: pause it': ({ member, id }) => member.call('POST', `/api/membership/${id}/pause`),
      'member: withdraw the pause': ({ member, id }) => member.call('DELETE', `/api/membership/${id}/pause`),
      'member: pay what is open': pay,
      'member: book with it': ({ member }) => member.call('POST', '/api/bookings', { classId }),
      'member: buy a pass': ({ member }) => member.buy(singleClass),
      'member: delete the account': ({ member }) =>
        member.call('DELETE', '/api/user', { password: 'seaside-7' }),
      'staff: end it with its month': ({ id }) => admin.call('POST', `/api/admin/memberships/${id}/cancel`),
      'staff: end it now': ({ id }) =>
        admin.call('POST', `/api/admin/memberships/${id}/cancel`, { when: 'now' }),
      'staff: keep it': ({ id }) => admin.call('POST', `/api/admin/memberships/${id}/resume`),
      'staff: pause it': ({ id }) => admin.call('POST', `/api/admin/memberships/${id}/pause`),
      'staff: withdraw the pause': ({ id }) => admin.call('DELETE', `/api/admin/memberships/${id}/pause`),
      'staff: erase the member': ({ memberId }) => admin.call('DELETE', `/api/admin/members/${memberId}`),
    },
  };
}
