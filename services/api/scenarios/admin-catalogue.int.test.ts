import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { adminPassAnswer, adminPassesAnswer, type PassBody } from '#services/contract/admin-passes.ts';
import { classPassesAnswer } from '#services/contract/catalogue.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { commandAnswer, errorAnswer } from '#services/contract/errors.ts';
import {
  adminMembershipsAnswer,
  cancelMembershipAnswer,
  completeMembershipAnswer,
  membershipSessionAnswer,
} from '#services/contract/membership.ts';
import { adminSettingsAnswer, settingHistoryAnswer, settingRules } from '#services/contract/settings.ts';
import { userPassesAnswer } from '#services/contract/wallet.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import { type Answer, refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { startCardPayment } from '../testing/card-payment.fixture.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';

const signUpClass = 1;
const specialPass = 2;
const path = '/api/admin/class-passes';
const eightClasses: PassBody = { name: '8 Class Pass', classes: 8, price: 16_000 };

let studio: RunningStudio;
let base: string;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio();
  base = studio.process.base;
  visitor = new StudioClient(base);
  admin = await visitor.staff('admin');
});
afterAll(() => studio?.remove());

const issuesOf = ({ body }: Answer) => errorAnswer.parse(body).issues;
const readCatalogue = async () => (await admin.expect(adminPassesAnswer, 'GET', path)).classPasses;
const findPass = async (id: number) => (await readCatalogue()).find((pass) => pass.id === id);
const readPassesOnSale = async () =>
  (await visitor.expect(classPassesAnswer, 'GET', '/api/class-passes')).classPasses.map(({ id }) => id);
const createPass = async (body: PassBody) => {
  const { classPass } = await admin.expect(adminPassAnswer, 'POST', path, body);
  if (classPass === undefined) throw new Error('The catalogue does not show the new pass');
  return classPass;
};
const dryRun = async (method: string, at: string, body?: object) =>
  (await admin.expect(dryRunAnswer, method, `${at}?dryRun=true`, body)).effects;

describe('the catalogue', () => {
  it('adds a pass, with the default validity of its size unless one is given', async () => {
    const made = await createPass({ ...eightClasses, isPopular: true });
    expect(made).toEqual({
      id: expect.any(Number),
      name: '8 Class Pass',
      classes: 8,
      price: 16_000,
      description: '',
      isActive: true,
      isSignUpOnly: false,
      isSpecialOffer: false,
      isPopular: true,
      validity: { unit: 'months', count: 2 },
      sold: 0,
    });
    expect(await findPass(made.id)).toEqual(made);
    const products = (await visitor.expect(classPassesAnswer, 'GET', '/api/class-passes')).classPasses;
    expect(products.find(({ id }) => id === made.id)).toMatchObject({ price: 160, expiry: '2 months' });
    const own = await createPass({ ...eightClasses, validity: { unit: 'weeks', count: 10 } });
    expect(own.validity).toEqual({ unit: 'weeks', count: 10 });
    expect((await createPass({ ...eightClasses, classes: 1, isSignUpOnly: true })).validity).toEqual({
      unit: 'weeks',
      count: 1,
    });
  });

  it.each([
    [{ name: '  ' }, 'name', 'Pass name is required'],
    [{ classes: 0 }, 'classes', 'Number of classes must be at least 1'],
    [{ price: 0 }, 'price', 'Price must be greater than 0'],
    [{ price: 29 }, 'price', 'Cards cannot be charged less than £0.30, so nobody could buy it at this price'],
  ])('refuses %j', async (wrong, field, message) => {
    const answer = await admin.call('POST', path, { ...eightClasses, ...wrong });
    expect([answer.status, issuesOf(answer)]).toEqual([400, [{ path: field, message }]]);
  });

  it('changes a pass, takes it off sale and deletes it; sold passes stay', async () => {
    const { id } = await createPass(eightClasses);
    const at = `${path}/${id}`;
    const change = { ...eightClasses, name: 'Eight Classes', isPopular: true };
    await admin.expect(adminPassAnswer, 'PUT', at, change);
    expect(await findPass(id)).toMatchObject({ name: 'Eight Classes', isPopular: true });
    const ann = await visitor.signUp('ann.catalogue@example.com');
    expect((await ann.buy(id)).status).toBe(200);
    await admin.expect(adminPassAnswer, 'PUT', at, { ...change, isActive: false });
    expect(await readPassesOnSale()).not.toContain(id);
    expect(refusal(await ann.call('POST', '/api/create-payment-intent', { passId: id }))).toBe(
      '409 PASS_NOT_ON_SALE',
    );

    const effects = await dryRun('DELETE', at);
    expect(effects.summary).toEqual([
      'Eight Classes leaves the catalogue and can no longer be bought.',
      'The one that was sold keeps its name, price, passes and expiry.',
    ]);
    expect(await findPass(id)).toMatchObject({ sold: 1 });

    await admin.expect(commandAnswer, 'DELETE', at);
    expect(await findPass(id)).toBeUndefined();
    const [lot] = await ann.expect(userPassesAnswer, 'GET', '/api/user/passes');
    expect(lot).toMatchObject({ passName: 'Eight Classes', remaining: 8, passPrice: 16_000 });
    const [purchase] = await studio.query(
      'SELECT pass_name, pass_price FROM pass_purchases WHERE pass_id = $1',
      [id],
    );
    expect(purchase).toEqual({ pass_name: 'Eight Classes', pass_price: 16_000 });

    expect((await admin.call('DELETE', at)).status).toBe(200);
    expect(refusal(await admin.call('PUT', at, change))).toBe('404 PASS_NOT_FOUND');
    expect(refusal(await admin.call('DELETE', `${path}/999999?dryRun=true`))).toBe('404 PASS_NOT_FOUND');
  });

  it('completes payments in progress with the price and the pass that were shown', async () => {
    const { id } = await createPass(eightClasses);
    const at = `${path}/${id}`;
    const [ann, bob] = [
      await visitor.signUp('ann.begun@example.com'),
      await visitor.signUp('bob.begun@example.com'),
    ];
    const [annPays, bobPays] = [await startCardPayment(ann, id), await startCardPayment(bob, id)];
    await waitFor(async () => {
      const { summary } = await dryRun('DELETE', at);
      return summary.some((sentence) => sentence.startsWith('2 people have begun to pay'));
    });
    const change = { ...eightClasses, classes: 6, price: 20_000 };
    expect((await dryRun('PUT', at, change)).summary).toEqual([
      'The price changes from £160.00 to £200.00 for who buys from now on.',
      'It gives 6 classes instead of 8 from now on.',
      'It was never sold.',
      '2 people have begun to pay for it: they pay the £160.00 they were shown, and get the pass they chose.',
    ]);
    expect(await findPass(id)).toMatchObject({ price: 16_000 });
    await admin.expect(adminPassAnswer, 'PUT', at, change);

    const finish = async (member: StudioClient, payment: { id: string; clientSecret: string }) => {
      expect((await payByCard(base, payment)).status).toBe(200);
      const answer = await member.call('POST', '/api/complete-payment', { payment_intent_id: payment.id });
      return z.object({ pass: z.object({ classes: z.number(), price: z.number() }) }).parse(answer.body).pass;
    };
    expect(await finish(ann, annPays)).toMatchObject({ classes: 8, price: 16_000 });
    await admin.expect(commandAnswer, 'DELETE', at);
    expect(await finish(bob, bobPays)).toMatchObject({ classes: 8, price: 16_000 });
  });

  it('sells a member one sign-up pass, whichever of them it is', async () => {
    const { id: another } = await createPass({
      ...eightClasses,
      name: 'Taster',
      classes: 2,
      isSignUpOnly: true,
    });
    const ann = await visitor.signUp('ann.offers@example.com');
    const bob = await visitor.signUp('bob.offers@example.com');
    const start = (member: StudioClient, passId: number) =>
      member.call('POST', '/api/create-payment-intent', { passId });
    // This payment starts before the other purchase, so it is refused when it is paid second.
    const race = await startCardPayment(bob, signUpClass);
    expect((await ann.buy(signUpClass)).status).toBe(200);
    expect(refusal(await start(ann, another))).toBe('409 ALREADY_USED');
    expect((await bob.buy(another)).status).toBe(200);
    expect(refusal(await start(bob, signUpClass))).toBe('409 ALREADY_USED');
    await payByCard(base, race);
    expect(refusal(await bob.call('POST', '/api/complete-payment', { payment_intent_id: race.id }))).toBe(
      '409 ALREADY_USED',
    );
  });

  it('refuses to make the special pass sign-up-only', async () => {
    const special = await findPass(specialPass);
    if (special === undefined) throw new Error('There is no special pass');
    const { name, classes, description } = special;
    const body = { name, classes, description, price: 5_500 };
    await admin.expect(adminPassAnswer, 'PUT', `${path}/${specialPass}`, body);
    expect(await findPass(specialPass)).toEqual({ ...special, price: 5_500 });
    for (const query of ['', '?dryRun=true']) {
      const answer = await admin.call('PUT', `${path}/${specialPass}${query}`, {
        ...body,
        isSignUpOnly: true,
      });
      expect([answer.status, issuesOf(answer)]).toEqual([
        400,
        [{ path: 'isSignUpOnly', message: expect.stringContaining('cannot be sign-up-only') }],
      ]);
    }
  });
});

async function subscribe(member: StudioClient): Promise<void> {
  const { sessionUrl } = await member.expect(
    membershipSessionAnswer,
    'POST',
    '/api/create-membership-subscription',
    {},
  );
  const paid = await fetch(sessionUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ cardNumber: '4242424242424242', cardExpiry: '12 / 34', cardCvc: '123' }),
  });
  expect(paid.status).toBe(303);
  const session_id = sessionUrl.slice(sessionUrl.lastIndexOf('/') + 1);
  await member.expect(completeMembershipAnswer, 'POST', '/api/membership/complete', { session_id });
}

describe('memberships', () => {
  const readMemberships = () => admin.expect(adminMembershipsAnswer, 'GET', '/api/admin/memberships');
  const outbox = async () =>
    z
      .array(z.object({ to: z.string(), kind: z.string() }))
      .parse(await (await fetch(`${base}/sandbox/outbox.json?limit=10000`)).json());

  it('are counted, and cancelled as the dry run lists', async () => {
    const email = 'ann.subscribes@example.com';
    const ann = await visitor.signUp(email, 'Ann Subscribes');
    await subscribe(ann);
    await subscribe(await visitor.signUp('bob.subscribes@example.com', 'Bob Subscribes'));
    const before = await readMemberships();
    expect(before.statistics).toEqual({
      active: 2,
      paused: 0,
      cancelling: 0,
      pastDue: 0,
      monthlyRevenuePence: 36_000,
      plans: [{ planId: 1, name: 'Monthly Membership', active: 2, renewing: 2, monthlyRevenuePence: 36_000 }],
    });
    const own = before.memberships.find(({ user }) => user.email === email);
    const at = `/api/admin/memberships/${own?.id}/cancel`;

    const effects = await dryRun('POST', at);
    expect(effects).toEqual({
      summary: [
        expect.stringMatching(/^The membership stays active until \w{3} \d+ \w{3} \d{4}, then it ends\./),
        expect.stringMatching(/^12 passes are left to use until then;/),
        'Classes that are booked stand.',
        'One email tells the member.',
      ],
      counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 1 },
      people: [
        { userId: own?.userId, name: 'Ann Subscribes', effect: expect.stringContaining('member until') },
      ],
    });
    expect(await readMemberships()).toEqual(before);

    await admin.expect(cancelMembershipAnswer, 'POST', at);
    const after = await readMemberships();
    expect(after.statistics).toMatchObject({ active: 2, cancelling: 1, monthlyRevenuePence: 18_000 });
    await waitFor(async () =>
      (await outbox()).some(({ to, kind }) => to === email && kind === 'membership-cancelling'),
    );
    expect(await dryRun('POST', at)).toMatchObject({
      summary: [expect.stringContaining('already. Nothing changes.')],
      counts: { emails: 0 },
    });
    expect(refusal(await admin.call('POST', '/api/admin/memberships/999999/cancel?dryRun=true'))).toBe(
      '404 MEMBERSHIP_NOT_FOUND',
    );
  });
});

describe('settings', () => {
  const readSettings = () => admin.expect(adminSettingsAnswer, 'GET', '/api/admin/settings');
  const readHistory = async (key: string) =>
    (await admin.expect(settingHistoryAnswer, 'GET', `/api/admin/settings/${key}/history`)).changes;
  const changeSetting = (key: string, value: string) =>
    admin.call('POST', '/api/admin/settings', { key, value });

  it('have their defaults with descriptions, beside the details of the studio', async () => {
    const answer = await readSettings();
    expect(answer.studio).toMatchObject({ name: 'Tideline' });
    for (const { key, value, description } of answer.settings) {
      expect(value, key).toBe(settingRules[key].default);
      expect(description.length, key).toBeGreaterThan(20);
    }
  });

  it('have a history of who changed them, when, from what to what', async () => {
    const key = 'instructor_fee_pence';
    onTestFinished(async () => void (await changeSetting(key, settingRules[key].default)));
    const before = Date.now();
    expect((await changeSetting(key, '3500')).status).toBe(200);
    expect((await changeSetting(key, '3500')).status).toBe(200);
    expect((await changeSetting(key, '3200')).status).toBe(200);
    expect((await readSettings()).settings.find((one) => one.key === key)).toMatchObject({ value: '3200' });
    const changes = await readHistory(key);
    expect(changes.map(({ from, to }) => [from, to])).toEqual([
      ['3500', '3200'],
      ['3000', '3500'],
      [null, '3000'],
    ]);
    expect(changes.map(({ by }) => by)).toEqual(['Admin', 'Admin', 'Automatic']);
    expect(Date.parse(changes[0]?.at ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('refuse values out of range and unknown keys', async () => {
    const answer = await changeSetting('priority_booking_hours', '25');
    expect(issuesOf(answer)).toEqual([{ path: 'value', message: 'Use a number up to 24' }]);
    expect((await admin.call('GET', '/api/admin/settings/demo_studio/history')).status).toBe(400);
    expect(await readHistory('priority_booking_hours')).toHaveLength(1);
  });
});
