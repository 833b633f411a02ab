import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import {
  adminMembershipsAnswer,
  membershipAnswer,
  membershipRedirectAnswer,
} from '#services/contract/membership.ts';
import { adminPlanAnswer, adminPlansAnswer, plansAnswer } from '#services/contract/plans.ts';
import { payOnPage } from '#tools/testing/pay-on-page.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const path = '/api/admin/plans';
const eight = { name: 'Eight a month', pricePence: 13_000, passes: 8, priority: false, order: 2 };

let studio: RunningStudio;
let visitor: StudioClient;
let admin: StudioClient;
/** The plans before any test, as members and as staff see them. */
let opened: { forMembers: z.infer<typeof plansAnswer>; forStaff: z.infer<typeof adminPlansAnswer> };
beforeAll(async () => {
  studio = await startRunningStudio();
  visitor = new StudioClient(studio.process.base);
  admin = await visitor.staff('admin');
  opened = {
    forMembers: await visitor.expect(plansAnswer, 'GET', '/api/membership/plans'),
    forStaff: await admin.expect(adminPlansAnswer, 'GET', path),
  };
});
// So that each test finds one plan on sale.
afterEach(async () => {
  admin = await visitor.staff('admin');
  for (const { id, isRetired } of await readPlans())
    if (id !== 1 && !isRetired) await admin.expect(commandAnswer, 'DELETE', `${path}/${id}`);
});
afterAll(() => studio?.remove());

const readPlans = async () => (await admin.expect(adminPlansAnswer, 'GET', path)).plans;
const readNamesOnSale = async () =>
  (await visitor.expect(plansAnswer, 'GET', '/api/membership/plans')).plans.map(({ name }) => name);
const create = async (body: object) => {
  const { plan } = await admin.expect(adminPlanAnswer, 'POST', path, body);
  if (plan === undefined) throw new Error('The plans do not show the new one');
  return plan;
};
const dryRun = async (method: string, at: string, body?: object) =>
  (await admin.expect(dryRunAnswer, method, `${at}?dryRun=true`, body)).effects.summary;

it('opens with the plan of the specification', () => {
  const { plans } = opened.forMembers;
  expect(plans).toEqual([
    {
      id: 1,
      name: 'Monthly Membership',
      pricePence: 18_000,
      passes: 12,
      interval: 'month',
      priority: true,
      description: expect.stringContaining('12 class passes per month'),
    },
  ]);
  expect(opened.forStaff.plans).toEqual([
    { ...plans[0], onSale: true, order: 1, isRetired: false, holders: 0, priceChange: null },
  ]);
});

it('creates a plan once for a request that is repeated, and lists it in its place', async () => {
  const body = { ...eight, requestKey: randomUUID() };
  const plan = await create(body);
  expect(await create(body)).toEqual(plan);
  expect(plan).toMatchObject({ ...eight, interval: 'month', description: '', onSale: true });
  expect(await readNamesOnSale()).toEqual(['Monthly Membership', 'Eight a month']);
  await admin.expect(adminPlanAnswer, 'PUT', `${path}/${plan.id}`, { ...eight, order: 1, onSale: false });
  expect(await readNamesOnSale()).toEqual(['Monthly Membership']);
  await admin.expect(adminPlanAnswer, 'PUT', `${path}/${plan.id}`, eight);
});

it('lists the effects of a change before it is made', async () => {
  const { id } = await create({ ...eight, name: 'Ten' });
  const change = { ...eight, name: 'Ten', pricePence: 15_000, passes: 10, onSale: false };
  expect(await dryRun('PUT', `${path}/${id}`, change)).toEqual([
    'The price changes from £130.00 to £150.00 for who starts it from now on.',
    'It gives 10 passes a period instead of 8 to who starts it from now on.',
    'It goes off sale.',
    'Who has it already keeps its price, passes and priority.',
  ]);
  expect((await readPlans()).find((plan) => plan.id === id)).toMatchObject({ pricePence: 13_000 });
});

it('retires a plan for good', async () => {
  const { id } = await create({ ...eight, name: 'Spring' });
  expect(await dryRun('DELETE', `${path}/${id}`)).toContainEqual(
    expect.stringMatching(/^Spring can no longer be started/),
  );
  await admin.expect(commandAnswer, 'DELETE', `${path}/${id}`);
  await admin.expect(commandAnswer, 'DELETE', `${path}/${id}`);
  expect((await readPlans()).at(-1)).toMatchObject({ id, isRetired: true, onSale: false });
  expect(await readNamesOnSale()).not.toContain('Spring');
  expect(refusal(await admin.call('PUT', `${path}/${id}`, eight))).toBe('409 PLAN_RETIRED');
  expect(refusal(await admin.call('PUT', `${path}/9999`, eight))).toBe('404 PLAN_NOT_FOUND');
  expect(refusal(await admin.call('DELETE', `${path}/9999`))).toBe('404 PLAN_NOT_FOUND');
});

it('refuses a price that no card can pay', async () => {
  for (const pricePence of [0, 29, 130.5])
    expect(refusal(await admin.call('POST', path, { ...eight, pricePence }))).toBe('400 INVALID_INPUT');
});

const readMembership = (member: StudioClient) => member.expect(membershipAnswer, 'GET', '/api/membership');
const subscribe = (member: StudioClient, body?: object) =>
  member.expect(membershipRedirectAnswer, 'POST', '/api/membership/subscribe', body);
const readStatistics = async () =>
  (await admin.expect(adminMembershipsAnswer, 'GET', '/api/admin/memberships')).statistics;

it('starts the plan that is chosen, and keeps its terms when the plan changes and is retired', async () => {
  const clock = new SandboxClock(studio.process.base);
  const body = { ...eight, name: 'Four weeks', pricePence: 12_000, interval: '4_weeks' };
  const { id: planId } = await create(body);
  const ann = await visitor.signUp('ann.plans@example.com');
  expect(await readMembership(ann)).toMatchObject({ status: 'none', planId: null, pricePence: 18_000 });
  expect(refusal(await ann.call('POST', '/api/membership/subscribe', { planId: 9_999 }))).toBe(
    '404 PLAN_NOT_FOUND',
  );
  expect(
    refusal(await ann.call('POST', '/api/membership/subscribe', { planId, expectedPricePence: 18_000 })),
  ).toBe('409 CHANGED_SINCE');
  const { redirectUrl } = await subscribe(ann, { planId, expectedPricePence: 12_000 });
  // The page that is open keeps what it showed.
  const dearer = { ...body, pricePence: 14_000, passes: 10, priority: true };
  await admin.expect(adminPlanAnswer, 'PUT', `${path}/${planId}`, dearer);
  expect(await payOnPage(redirectUrl)).toBe(303);
  const started = await waitFor(async () => {
    const membership = await readMembership(ann);
    return membership.status === 'active' && membership.remainingPasses === 8 ? membership : undefined;
  });
  expect(started).toMatchObject({
    planId,
    planName: 'Four weeks',
    pricePence: 12_000,
    interval: '4_weeks',
    hasPriority: false,
    monthlyPasses: 8,
  });
  const days = Date.parse(started.currentPeriodEnd ?? '') - Date.parse(started.currentPeriodStart ?? '');
  expect(days / millisecondsInDay).toBe(28);
  await admin.expect(commandAnswer, 'DELETE', `${path}/${planId}`);
  expect(refusal(await ann.call('POST', '/api/membership/subscribe', { planId }))).toBe('409 ALREADY_MEMBER');
  const bea = await visitor.signUp('bea.plans@example.com');
  expect(refusal(await bea.call('POST', '/api/membership/subscribe', { planId }))).toBe(
    '409 PLAN_NOT_ON_SALE',
  );
  await clock.moveTo(new Date(Date.parse(started.currentPeriodEnd ?? '') + millisecondsInDay));
  const renewed = await waitFor(async () => {
    const membership = await readMembership(ann);
    return membership.currentPeriodStart === started.currentPeriodEnd && membership.remainingPasses === 8
      ? membership
      : undefined;
  });
  expect(renewed).toMatchObject({ planName: 'Four weeks', pricePence: 12_000, monthlyPasses: 8 });
  expect(await readStatistics()).toMatchObject({
    active: 1,
    monthlyRevenuePence: 13_000,
    plans: [{ planId, name: 'Four weeks', active: 1, renewing: 1, monthlyRevenuePence: 13_000 }],
  });
});
