import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { commandAnswer, errorAnswer } from '#services/contract/errors.ts';
import {
  type MembershipAnswer,
  membershipAnswer,
  membershipRedirectAnswer,
  planChangePreview,
} from '#services/contract/membership.ts';
import { adminPlanAnswer } from '#services/contract/plans.ts';
import { payOnPage } from '#tools/testing/pay-on-page.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const path = '/api/admin/plans';

let studio: RunningStudio;
let visitor: StudioClient;
let admin: StudioClient;
let clock: SandboxClock;
beforeAll(async () => {
  studio = await startRunningStudio();
  visitor = new StudioClient(studio.process.base);
  admin = await visitor.staff('admin');
  clock = new SandboxClock(studio.process.base);
});
afterAll(() => studio?.remove());

const readMembership = (member: StudioClient) => member.expect(membershipAnswer, 'GET', '/api/membership');
const waitForMembership = (member: StudioClient, is: (membership: MembershipAnswer) => boolean) =>
  waitFor(async () => {
    const membership = await readMembership(member);
    return is(membership) ? membership : undefined;
  });
const create = async (body: object): Promise<number> =>
  (await admin.expect(adminPlanAnswer, 'POST', path, body)).plan?.id ?? 0;

/** Starts a plan, by default the first, and waits for its passes. */
async function start(email: string, planId = 1) {
  const member = await visitor.signUp(email);
  const { redirectUrl } = await member.expect(membershipRedirectAnswer, 'POST', '/api/membership/subscribe', {
    planId,
  });
  expect(await payOnPage(redirectUrl)).toBe(303);
  const started = await waitForMembership(
    member,
    ({ status, remainingPasses }) => status === 'active' && remainingPasses > 0,
  );
  return { member, started, change: `/api/membership/${started.id}/plan` };
}

/** Lets the period end, and waits for the next one. */
async function renew(member: StudioClient, { currentPeriodEnd }: MembershipAnswer) {
  await clock.moveTo(new Date(Date.parse(currentPeriodEnd ?? '') + 60_000));
  return waitForMembership(
    member,
    ({ currentPeriodStart, remainingPasses }) =>
      currentPeriodStart === currentPeriodEnd && remainingPasses > 0,
  );
}

const outbox = z.array(z.object({ to: z.string(), kind: z.string(), text: z.string() }));
const findMail = (to: string, kind: string) =>
  waitFor(async () => {
    const mails = outbox.parse(await (await fetch(`${studio.process.base}/sandbox/outbox.json`)).json());
    return mails.find((mail) => mail.to === to && mail.kind === kind)?.text;
  });

it('charges holders another price from the first renewal on or after its day, with notice', async () => {
  const email = 'price.change@example.com';
  const { member, started } = await start(email);
  const today = toLondonDay(await clock.now());
  const propose = (effectiveFrom: string) =>
    admin.call('POST', `${path}/1/price-change`, { pricePence: 20_000, effectiveFrom });
  const short = await propose(addDaysToDay(today, 20));
  expect(refusal(short)).toBe('422 NOTICE_TOO_SHORT');
  expect(errorAnswer.parse(short.body).error).toMatch(/^Members need 30 days’ notice/);
  const effectiveFrom = addDaysToDay(today, 40);
  const change = { pricePence: 20_000, effectiveFrom };
  const { effects } = await admin.expect(dryRunAnswer, 'POST', `${path}/1/price-change?dryRun=true`, change);
  expect(effects.counts.emails).toBe(1);
  expect((await readMembership(member)).priceChange).toBeNull();
  await admin.expect(adminPlanAnswer, 'POST', `${path}/1/price-change`, change);
  await clock.advance('PT2M');
  await waitForMembership(member, ({ priceChange }) => priceChange !== null);
  expect((await readMembership(member)).priceChange).toEqual(change);
  expect(await findMail(email, 'membership-price-change')).toContain('£200.00 each month');
  const second = await renew(member, started);
  expect(second).toMatchObject({ pricePence: 18_000, priceChange: change });
  const third = await renew(member, second);
  expect(third).toMatchObject({ pricePence: 20_000, priceChange: null, monthlyPasses: 12 });
  expect(await findMail(email, 'membership-renewed')).toBeDefined();
});

it('changes the plan at the renewal, also to another interval, unless the member keeps it', async () => {
  const planId = await create({
    name: 'Eight',
    pricePence: 11_000,
    passes: 8,
    interval: '4_weeks',
    order: 4,
  });
  const { member, started, change } = await start('plan.change@example.com');
  const request = { planId, when: 'renewal' };
  const { summary } = await member.expect(planChangePreview, 'POST', `${change}?dryRun=true`, request);
  expect(summary.join(' ')).toContain('£110.00 each four weeks for 8 passes');
  expect((await readMembership(member)).planChange).toBeNull();
  expect(refusal(await member.call('POST', change, { planId: 1, when: 'renewal' }))).toBe('409 PLAN_ALREADY');
  await member.expect(commandAnswer, 'POST', change, request);
  await member.expect(commandAnswer, 'POST', change, request);
  expect((await readMembership(member)).planChange).toMatchObject({ planId, planName: 'Eight', passes: 8 });
  await member.expect(commandAnswer, 'POST', change, { planId: 1, when: 'renewal' });
  expect((await readMembership(member)).planChange).toBeNull();
  await member.expect(commandAnswer, 'POST', change, request);
  expect(await readMembership(member)).toMatchObject({ status: 'active', planId: 1, remainingPasses: 12 });
  const renewed = await renew(member, started);
  expect(renewed).toMatchObject({ planId, planChange: null, monthlyPasses: 8, pricePence: 11_000 });
  const days = Date.parse(renewed.currentPeriodEnd ?? '') - Date.parse(renewed.currentPeriodStart ?? '');
  expect(days / millisecondsInDay).toBe(28);
  const stranger = await visitor.signUp('plan.stranger@example.com');
  expect(refusal(await stranger.call('POST', change, request))).toBe('404 MEMBERSHIP_NOT_FOUND');
});

it('upgrades immediately for the difference that Stripe shows before, with its part of the passes', async () => {
  const planId = await create({ name: 'Sixteen', pricePence: 22_000, passes: 16, order: 5 });
  const { member, started, change } = await start('plan.upgrade@example.com');
  const half =
    (Date.parse(started.currentPeriodStart ?? '') + Date.parse(started.currentPeriodEnd ?? '')) / 2;
  await clock.moveTo(new Date(half));
  const request = { planId, when: 'now' };
  const preview = await member.expect(planChangePreview, 'POST', `${change}?dryRun=true`, request);
  expect(preview.pricePence).toBeGreaterThanOrEqual(1_998);
  expect(preview.pricePence).toBeLessThanOrEqual(2_001);
  expect(preview.passes).toBeGreaterThanOrEqual(2);
  expect(refusal(await member.call('POST', change, { ...request, expectedPricePence: 1 }))).toBe(
    '409 CHANGED_SINCE',
  );
  const { quotedAt, pricePence: expectedPricePence } = preview;
  await member.expect(commandAnswer, 'POST', change, { ...request, quotedAt, expectedPricePence });
  const upgraded = await waitForMembership(member, ({ planName }) => planName === 'Sixteen');
  expect(upgraded).toMatchObject({
    monthlyPasses: 16,
    remainingPasses: 12 + preview.passes,
    currentPeriodEnd: started.currentPeriodEnd,
  });
  expect(refusal(await member.call('POST', change, request))).toBe('409 PLAN_ALREADY');
  expect(refusal(await member.call('POST', change, { planId: 1, when: 'now' }))).toBe(
    '409 PLAN_NOT_AN_UPGRADE',
  );
  expect(await findMail('plan.upgrade@example.com', 'membership-upgraded')).toContain('more pass');
  expect(await renew(member, upgraded)).toMatchObject({ remainingPasses: 16, pricePence: 22_000 });
});

it('leaves a history without a contradiction', async () => {
  const auditor = await visitor.staff('auditor');
  const { events, readModels } = await verifyStore(auditor);
  expect(events.exceptions).toEqual([]);
  expect(readModels).toMatchObject({ differences: [] });
});
