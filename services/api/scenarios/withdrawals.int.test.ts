import { randomUUID } from 'node:crypto';
import { millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, endOfLondonDay, toLondonDay } from '#domain/london-time.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { membershipAnswer, membershipRedirectAnswer } from '#services/contract/membership.ts';
import { userPassesAnswer, withdrawalPreviewAnswer } from '#services/contract/wallet.ts';
import { payOnPage } from '#tools/testing/pay-on-page.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { currentTerms } from '../terms/current-terms.ts';
import { type MoneyProbe, openMoneyStudio } from '../testing/money-studio.fixture.ts';
import type { RunningStudio } from '../testing/running-studio.fixture.ts';
import type { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const signUpClass = 1;
const singleClass = 3;
const fivePasses = 5;

let studio: RunningStudio;
let visitor: StudioClient;
let clock: SandboxClock;
let money: MoneyProbe;
beforeAll(async () => {
  ({ studio, visitor, clock, money } = await openMoneyStudio());
});
afterAll(() => studio?.remove());

const readEvents = (stream: string) =>
  studio.queryEvents(
    'SELECT type, data::jsonb FROM event_store.readable_events WHERE stream = $1 ORDER BY revision',
    [stream],
  );

describe('cancelling a purchase within 14 days', () => {
  /** Buys passes with the request to start immediately. */
  async function start(
    name: string,
    passId = fivePasses,
  ): Promise<{ member: StudioClient; lotId: string; email: string }> {
    const email = `${name}.${randomUUID().slice(0, 8)}@example.com`;
    const member = await visitor.signUp(email, name);
    const { clientSecret } = await member.expect(
      z.object({ clientSecret: z.string() }),
      'POST',
      '/api/create-payment-intent',
      { passId, acceptTerms: true, startNow: true },
    );
    const payment = await member.pay(clientSecret);
    await member.call('POST', '/api/complete-payment', { payment_intent_id: payment });
    return { member, lotId: `lot-${payment}`, email };
  }
  it('is recorded with the terms that were accepted', async () => {
    const { lotId } = await start('wren');
    expect(await readEvents(lotId.replace('lot-', 'payment-'))).toMatchObject([
      { type: 'PaymentStarted' },
      { type: 'TermsAccepted', data: currentTerms },
      { type: 'ImmediateStartRequested' },
      { type: 'PaymentSucceeded' },
    ]);
  });

  const pathTo = (lotId: string) => `/api/user/passes/${lotId}/withdraw`;

  it('cancels the bookings ahead, shows first what comes back, and gives it back once', async () => {
    const { member, lotId, email } = await start('wanda');
    await money.book(member);
    const [returned, liability] = [await money.readReturned(), await money.readLiability()];
    expect(
      await member.expect(withdrawalPreviewAnswer, 'POST', `${pathTo(lotId)}?dryRun=true`),
    ).toMatchObject({ amountPence: 11_000, bookingsCancelled: 1, classesPaid: 0 });
    expect(await money.readCredits(member)).toBe(4);
    const presses = await Promise.all([1, 2, 3].map(() => member.call('POST', pathTo(lotId))));
    expect(presses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await money.readCredits(member)).toBe(0);
    expect((await money.readReturned()) - returned).toBe(11_000);
    // The pass of the booking was unused too, since its class was to come.
    expect(liability - (await money.readLiability())).toBe(8_800);
    await waitFor(async () => (await money.readMails(email)).length > 0);
    expect(await money.readMails(email)).toMatchObject([{ text: expect.stringContaining('£110.00') }]);
    const [lot] = await member.expect(userPassesAnswer, 'GET', '/api/user/passes');
    expect(lot).toMatchObject({ withdrawUntil: null, takenBack: 5 });
  });

  const readUntil = async (member: StudioClient) =>
    (await member.expect(userPassesAnswer, 'GET', '/api/user/passes'))[0]?.withdrawUntil;

  it('is not offered once the class was taken, but while its booking can be cancelled', async () => {
    const { member, lotId } = await start('wes', singleClass);
    await money.book(member);
    expect(await readUntil(member)).toEqual(expect.any(String));
    await clock.advance('P2D');
    expect(await readUntil(member)).toBeNull();
    const refused = await member.call('POST', `${pathTo(lotId)}?dryRun=true`);
    expect(errorAnswer.parse(refused.body).code).toBe('NOTHING_TO_WITHDRAW');
  });

  it('is not offered again for a pass that had lapsed, and whose price went back', async () => {
    const { member, lotId } = await start('wanja', signUpClass);
    await clock.advance('P8D');
    expect(await readUntil(member)).toEqual(expect.any(String));
    expect((await member.call('POST', pathTo(lotId))).status).toBe(200);
    await waitFor(async () => (await readUntil(member)) === null, { what: 'no further offer' });
  });

  it('is possible to the end of day 14 in London, less the class that was taken', async () => {
    const { member, lotId } = await start('wilf');
    const [lot] = await member.expect(userPassesAnswer, 'GET', '/api/user/passes');
    const last = endOfLondonDay(addDaysToDay(toLondonDay(await clock.now()), 14));
    expect(lot?.withdrawUntil).toBe(last.toISOString());
    await money.book(member);
    await clock.moveTo(new Date(last.getTime() - millisecondsInMinute));
    const preview = () => member.call('POST', `${pathTo(lotId)}?dryRun=true`);
    expect((await preview()).body).toMatchObject({ amountPence: 8_800, classesPaid: 1 });
    await clock.moveTo(new Date(last.getTime() + 1_000));
    expect(errorAnswer.parse((await preview()).body).code).toBe('WITHDRAWAL_OVER');
    const refused = await member.call('POST', pathTo(lotId));
    expect([refused.status, errorAnswer.parse(refused.body).code]).toEqual([409, 'WITHDRAWAL_OVER']);
    expect((await member.expect(userPassesAnswer, 'GET', '/api/user/passes'))[0]?.withdrawUntil).toBeNull();
  });
});

describe('cancelling a membership within 14 days', () => {
  const join = async (name: string) => {
    const email = `${name}.${randomUUID().slice(0, 8)}@example.com`;
    const member = await visitor.signUp(email, name);
    const { redirectUrl } = await member.expect(
      membershipRedirectAnswer,
      'POST',
      '/api/membership/subscribe',
      { acceptTerms: true, startNow: true },
    );
    await payOnPage(redirectUrl);
    const read = () => member.expect(membershipAnswer, 'GET', '/api/membership');
    const id = await waitFor(
      async () => {
        const membership = await read();
        return membership.remainingPasses === 12 && membership.id;
      },
      { what: 'the membership' },
    );
    return { member, email, id, read, path: `/api/membership/${id}/withdraw` };
  };

  it('ends it immediately, cancels the booking ahead, and gives the price back once', async () => {
    const { member, email, read, path } = await join('mia');
    await money.book(member);
    const [returned, liability] = [await money.readReturned(), await money.readLiability()];
    expect(await member.expect(withdrawalPreviewAnswer, 'POST', `${path}?dryRun=true`)).toMatchObject({
      amountPence: 18_000,
      bookingsCancelled: 1,
      classesPaid: 0,
      effects: {
        summary: expect.arrayContaining(['Your membership ends now, and you are not charged again.']),
      },
    });
    expect((await read()).status).toBe('active');
    const presses = await Promise.all([1, 2, 3].map(() => member.call('POST', path)));
    expect(presses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await read()).toMatchObject({ status: 'ended', remainingPasses: 0, withdrawUntil: null });
    expect((await money.readReturned()) - returned).toBe(18_000);
    // The liability has the passes that were unused; the class of the booked one was to come.
    expect(liability - (await money.readLiability())).toBe(16_500);
    await waitFor(async () => (await money.readMails(email)).length > 0, {
      what: 'the email about the refund',
    });
    expect(await money.readMails(email)).toMatchObject([
      { text: expect.stringContaining('We have sent £180.00 back for your Monthly Membership.') },
    ]);
    await clock.advance('P32D');
    expect(await money.readCredits(member)).toBe(0);
    expect((await read()).status).toBe('ended');
  });

  it('is possible to the end of day 14 in London, less the class that was taken', async () => {
    const { member, read, path } = await join('max');
    const last = endOfLondonDay(addDaysToDay(toLondonDay(await clock.now()), 14));
    expect((await read()).withdrawUntil).toBe(last.toISOString());
    await money.book(member);
    await clock.moveTo(new Date(last.getTime() - millisecondsInMinute));
    const preview = () => member.call('POST', `${path}?dryRun=true`);
    expect((await preview()).body).toMatchObject({ amountPence: 16_500, classesPaid: 1 });
    await clock.moveTo(new Date(last.getTime() + 1_000));
    expect(errorAnswer.parse((await preview()).body).code).toBe('WITHDRAWAL_OVER');
    const refused = await member.call('POST', path);
    expect([refused.status, errorAnswer.parse(refused.body).code]).toEqual([409, 'WITHDRAWAL_OVER']);
    expect((await read()).withdrawUntil).toBeNull();
  });

  it('is recorded with the terms that were accepted', async () => {
    const { id } = await join('moe');
    expect(await readEvents(`membership-${id}`)).toMatchObject([
      { type: 'MembershipStarted' },
      { type: 'MembershipTermsAccepted', data: currentTerms },
      { type: 'MembershipStartRequested' },
    ]);
  });
});

it('leaves a history without a contradiction', () => money.expectNoContradiction());
