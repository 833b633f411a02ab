import { payByCard } from '#tools/testing/pay-by-card.ts';
import type { Answer, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type CardPayment, startCardPayment } from '../card-payment.fixture.ts';
import type { TimetableStudio } from '../timetable-studio.fixture.ts';
import { leads, refused, type WayOutTable } from './way-out-table.fixture.ts';

type State =
  | 'opened'
  | 'card refused'
  | 'abandoned'
  | 'paid, page closed'
  | 'complete'
  | 'refunded'
  | 'disputed';
type Want =
  | 'member: complete it'
  | 'member: pay with another card'
  | 'member: buy the pass again'
  | 'member: book with it'
  | 'staff: give passes instead';

interface Subject {
  readonly member: StudioClient;
  readonly memberId: string;
  readonly payment: CardPayment;
}

const fivePasses = 5;
const refusedCard = '4000000000000002';
const always = {
  'member: buy the pass again': leads('another payment, another lot'),
  'staff: give passes instead': leads('a lot of its own'),
};
const unpaid = refused<Want>('409 PAYMENT_NOT_COMPLETE', 'nothing is paid', 'member: pay with another card');
const noPass = (instead: Want) => refused<Want>('402 NO_PASS', 'no pass can be used', instead);
const isPaid = refused<Want>('400 PAYMENT_NOT_COMPLETE', 'it is paid', 'member: buy the pass again');

const cells: WayOutTable<State, Want, Subject>['cells'] = {
  opened: {
    'member: complete it': unpaid,
    'member: pay with another card': leads('paid'),
    'member: book with it': noPass('member: pay with another card'),
    ...always,
  },
  'card refused': {
    'member: complete it': unpaid,
    'member: pay with another card': leads('paid'),
    'member: book with it': noPass('member: pay with another card'),
    ...always,
  },
  abandoned: {
    'member: complete it': refused(
      '409 PAYMENT_NOT_COMPLETE',
      'it was cancelled after a day',
      'member: buy the pass again',
    ),
    'member: pay with another card': refused(
      '400 PAYMENT_NOT_COMPLETE',
      'Stripe takes nothing for a cancelled payment',
      'member: buy the pass again',
    ),
    'member: book with it': noPass('member: buy the pass again'),
    ...always,
  },
  'paid, page closed': {
    'member: complete it': leads('granted; Stripe’s webhook and a sweep do the same'),
    'member: pay with another card': isPaid,
    'member: book with it': leads('booked: the webhook granted it'),
    ...always,
  },
  complete: {
    'member: complete it': leads('nothing changes: granted once'),
    'member: pay with another card': isPaid,
    'member: book with it': leads('booked'),
    ...always,
  },
  refunded: {
    'member: complete it': refused(
      '409 PAYMENT_REFUNDED',
      'the money went back',
      'member: buy the pass again',
    ),
    'member: pay with another card': isPaid,
    'member: book with it': noPass('member: buy the pass again'),
    ...always,
  },
  disputed: {
    'member: complete it': leads('nothing changes: the passes are taken back'),
    'member: pay with another card': isPaid,
    'member: book with it': noPass('member: buy the pass again'),
    ...always,
  },
};

/** Payments for a pass in every state, by what their members and staff may want. */
export function createPaymentTable(studio: TimetableStudio): WayOutTable<State, Want, Subject> {
  const { admin, running } = studio;
  const { base } = running.process;
  let classId = 0;
  const complete = ({ member, payment }: Subject) =>
    member.call('POST', '/api/complete-payment', { payment_intent_id: payment.id });
  const act = (id: string, action: string) =>
    fetch(`${base}/sandbox/stripe/dashboard/payments/${id}/${action}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: base, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ kind: 'fraudulent' }),
    });
  const countPasses = async (member: StudioClient): Promise<unknown> =>
    (await member.call('GET', '/api/auth/credits')).body;

  async function payAgain({ payment }: Subject): Promise<Answer> {
    const { status } = await payByCard(base, payment);
    if (status < 400) return { status, body: null };
    return { status, body: { code: 'PAYMENT_NOT_COMPLETE' } };
  }

  async function make(state: State): Promise<Subject> {
    const { client: member } = await studio.addMember('wants', 0);
    const payment = await startCardPayment(member, fivePasses);
    const subject = { member, memberId: await studio.readMemberId(member), payment };
    if (state === 'card refused') await payByCard(base, payment, refusedCard);
    if (state === 'opened' || state === 'card refused' || state === 'abandoned') return subject;
    await payByCard(base, payment);
    await waitFor(async () => JSON.stringify(await countPasses(member)).includes('"credits":5'));
    if (state === 'complete') await complete(subject);
    if (state === 'refunded') await act(payment.id, 'refund');
    if (state === 'disputed') await act(payment.id, 'dispute');
    if (state === 'refunded' || state === 'disputed')
      await waitFor(async () => JSON.stringify(await countPasses(member)).includes('"credits":0'));
    return subject;
  }

  return {
    of: 'Payments for a pass',
    cells,
    async prepare(states) {
      await studio.startDay();
      // A payment that was left is cancelled after a day, which is over before the others begin.
      const abandoned: Subject[] = [];
      for (const state of states) if (state === 'abandoned') abandoned.push(await make(state));
      await studio.clock.advance('P2D');
      await studio.startDay();
      classId = await studio.schedule(studio.at(3, '10:00'), 20);
      const subjects: Subject[] = [];
      for (const state of states) {
        const left = state === 'abandoned' ? abandoned.shift() : undefined;
        subjects.push(left ?? (await make(state)));
      }
      return subjects;
    },
    wants: {
      'member: complete it': complete,
      'member: pay with another card': payAgain,
      'member: buy the pass again': ({ member }) => member.buy(fivePasses),
      'member: book with it': ({ member }) => member.call('POST', '/api/bookings', { classId }),
      'staff: give passes instead': ({ memberId }) =>
        admin.call('POST', `/api/admin/members/${memberId}/add-passes`, { passes: 1 }),
    },
  };
}
