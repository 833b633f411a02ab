import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, countDaysBetween, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { refundAnswer, refundPreviewAnswer } from '#services/contract/admin-refunds.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { membershipAnswer, membershipRedirectAnswer } from '#services/contract/membership.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import { payOnPage } from '#tools/testing/pay-on-page.ts';
import type { Answer, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { startCardPayment } from '../testing/card-payment.fixture.ts';
import { type MoneyProbe, openMoneyStudio } from '../testing/money-studio.fixture.ts';
import type { RunningStudio } from '../testing/running-studio.fixture.ts';
import type { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const fivePasses = 5;
const refundFailsCard = '4000000000005126';

let studio: RunningStudio;
let visitor: StudioClient;
let admin: StudioClient;
let clock: SandboxClock;
let money: MoneyProbe;
beforeAll(async () => {
  ({ studio, visitor, admin, clock, money } = await openMoneyStudio());
});
afterAll(() => studio?.remove());

interface Order {
  mode: 'whole' | 'part' | 'unused';
  amountPence?: number;
  reason?: string;
  requestKey?: string;
}
const toBody = (order: Order) => ({ reason: 'Moves to Leeds', requestKey: randomUUID(), ...order });
const pathOf = (payment: string) => `/api/admin/payments/${payment}/refund`;
const refund = (payment: string, order: Order) => admin.call('POST', pathOf(payment), toBody(order));
const preview = async (payment: string, order: Order) =>
  (await admin.expect(refundPreviewAnswer, 'POST', `${pathOf(payment)}?dryRun=true`, toBody(order))).refund;
const outcome = ({ status, body }: Answer) =>
  status === 200 ? refundAnswer.parse(body).refund : `${status} ${errorAnswer.parse(body).code}`;
async function buy(
  name: string,
  card?: string,
): Promise<{ member: StudioClient; payment: string; email: string }> {
  const email = `${name}.${randomUUID().slice(0, 8)}@example.com`;
  const member = await visitor.signUp(email, name);
  const payment = await startCardPayment(member, fivePasses);
  await payByCard(studio.process.base, payment, card);
  await member.call('POST', '/api/complete-payment', { payment_intent_id: payment.id });
  return { member, payment: payment.id, email };
}

describe('a refund by staff', () => {
  it('of the unused passes shows its effects first, has them, and is in report and liability to the penny', async () => {
    const { member, payment, email } = await buy('Una');
    await money.book(member);
    const [returned, liability] = [await money.readReturned(), await money.readLiability()];
    const order = { mode: 'unused' as const };
    const expected = { amountPence: 8_800, leftPence: 2_200, passesTaken: 4, passesInUse: 0 };
    expect(await preview(payment, order)).toEqual(expected);
    expect(await money.readCredits(member)).toBe(4);
    expect(outcome(await refund(payment, order))).toEqual({ amountPence: 8_800, isMade: true });
    expect(await money.readCredits(member)).toBe(0);
    expect((await money.readReturned()) - returned).toBe(8_800);
    expect(liability - (await money.readLiability())).toBe(8_800);
    await waitFor(async () => (await money.readMails(email)).length > 0);
    expect(await money.readMails(email)).toMatchObject([{ text: expect.stringContaining('£88.00') }]);
    expect(outcome(await refund(payment, order))).toBe('422 NOTHING_UNUSED');
  });

  it('of all of it lists the passes in use, and of more than is left is refused', async () => {
    const { member, payment } = await buy('Wim');
    await money.book(member);
    expect(outcome(await refund(payment, { mode: 'part', amountPence: 11_001 }))).toBe('422 OVER_REFUND');
    const whole = { amountPence: 11_000, leftPence: 0, passesTaken: 4, passesInUse: 1 };
    expect(await preview(payment, { mode: 'whole' })).toEqual(whole);
    expect(outcome(await refund(payment, { mode: 'part', amountPence: 2_200 }))).toMatchObject({
      isMade: true,
    });
    expect(await money.readCredits(member)).toBe(3);
    expect(outcome(await refund(payment, { mode: 'part', amountPence: 8_801 }))).toBe('422 OVER_REFUND');
    expect(outcome(await refund(payment, { mode: 'whole' }))).toEqual({ amountPence: 8_800, isMade: true });
    expect(await money.readCredits(member)).toBe(0);
    expect(outcome(await refund(payment, { mode: 'whole' }))).toBe('422 OVER_REFUND');
  });

  it('pressed twenty times, and by two admins, gives back once', async () => {
    const { member, payment } = await buy('Tess');
    const one = toBody({ mode: 'part', amountPence: 2_200 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.call('POST', pathOf(payment), one)),
    );
    expect(answers.map(outcome)).toEqual(answers.map(() => ({ amountPence: 2_200, isMade: true })));
    expect(await money.readCredits(member)).toBe(4);
    const unused = await Promise.all([1, 2].map(() => refund(payment, { mode: 'unused' })));
    const made = unused.filter(({ status }) => status === 200);
    expect(made.map(outcome)).toEqual([{ amountPence: 8_800, isMade: true }]);
    expect(outcome(await admin.call('POST', pathOf(payment), { ...one, amountPence: 1 }))).toBe(
      '409 REQUEST_KEY_USED',
    );
  });

  it('that the bank returns gives the passes back', async () => {
    const { member, payment } = await buy('Fay', refundFailsCard);
    expect(outcome(await refund(payment, { mode: 'whole' }))).toMatchObject({ isMade: true });
    await waitFor(async () => (await money.readCredits(member)) === 5, {
      what: 'the passes of the failed refund',
    });
  });

  it('finds no payment of that id, and none that is not paid', async () => {
    expect(outcome(await refund('pi_unknown', { mode: 'whole' }))).toBe('404 PAYMENT_NOT_FOUND');
    const member = await visitor.signUp(`nora.${randomUUID().slice(0, 8)}@example.com`);
    const { id } = await startCardPayment(member, fivePasses);
    expect(outcome(await refund(id, { mode: 'whole' }))).toBe('409 PAYMENT_NOT_COMPLETE');
  });

  it('keeps its reason in no event in clear, and no longer than the member', async () => {
    const { member, payment } = await buy('Zoe');
    const reason = 'Broke her collarbone at Botany Bay';
    expect((await refund(payment, { mode: 'part', amountPence: 100, reason })).status).toBe(200);
    const readReason = async () =>
      (await studio.query('SELECT reason FROM refund_requests WHERE payment_intent_id = $1', [payment]))[0];
    expect(await readReason()).toEqual({ reason });
    expect((await member.call('DELETE', '/api/user', { password: 'seaside-7' })).status).toBe(200);
    await waitFor(async () => (await readReason())?.reason === null, { what: 'the erasure of the reason' });
    expect(outcome(await refund(payment, { mode: 'part', amountPence: 100, reason }))).toMatchObject({
      isMade: true,
    });
    expect(await readReason()).toEqual({ reason: null });
  });
});

describe('a refund of a membership', () => {
  async function startMembership(name: string): Promise<{ member: StudioClient; payment: string }> {
    const member = await visitor.signUp(`${name}.${randomUUID().slice(0, 8)}@example.com`);
    const { redirectUrl } = await member.expect(
      membershipRedirectAnswer,
      'POST',
      '/api/membership/subscribe',
    );
    await payOnPage(redirectUrl);
    const read = () => member.expect(membershipAnswer, 'GET', '/api/membership');
    await waitFor(async () => (await read()).remainingPasses === 12, { what: 'the membership' });
    const [row] = await studio.query(
      'SELECT payment_intent_id AS id FROM membership_payments WHERE membership_id = $1',
      [(await read()).id],
    );
    return { member, payment: z.string().parse(row?.id) };
  }

  it('gives back the days to come, takes as many passes, and the membership goes on', async () => {
    await clock.moveTo(toLondonInstant(addDaysToDay(toLondonDay(await clock.now()), 1), '12:00'));
    const { member, payment } = await startMembership('mona');
    const read = () => member.expect(membershipAnswer, 'GET', '/api/membership');
    const { currentPeriodStart, currentPeriodEnd } = await read();
    const [first, last] = [currentPeriodStart, currentPeriodEnd].map((at) => toLondonDay(new Date(at ?? '')));
    await clock.advance('P10D');
    const days = countDaysBetween(first ?? '', last ?? '');
    const amountPence = Math.floor((18_000 * (days - 11)) / days);
    const order = { mode: 'unused' as const };
    const passesTaken = Math.floor((amountPence * 12) / 18_000);
    expect(await preview(payment, order)).toEqual({
      amountPence,
      leftPence: 18_000 - amountPence,
      passesTaken,
      passesInUse: 0,
    });
    const returned = await money.readReturned();
    expect(outcome(await refund(payment, order))).toEqual({ amountPence, isMade: true });
    await waitFor(async () => (await read()).remainingPasses === 12 - passesTaken);
    expect((await read()).status).toBe('active');
    expect((await money.readReturned()) - returned).toBe(amountPence);
    expect(outcome(await refund(payment, { mode: 'whole' }))).toMatchObject({ isMade: true });
    await waitFor(async () => (await read()).remainingPasses === 0);
  });
});

it('leaves a history without a contradiction', () => money.expectNoContradiction());
