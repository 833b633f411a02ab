import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toLondonInstant } from '#domain/london-time.ts';
import { liabilityAnswer } from '#services/contract/analytics.ts';
import {
  type AuditOverviewAnswer,
  auditFigureAnswer,
  auditOverviewAnswer,
} from '#services/contract/audit-overview.ts';
import { auditVerifyAnswer } from '#services/contract/audit-verification.ts';
import { londonDayIn, openClasses } from '#tools/testing/open-classes.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { startStudioProcess } from '#tools/testing/studio-process.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { startCardPayment } from '../testing/card-payment.fixture.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const done = z.object({ success: z.literal(true) });
const booked = z.object({ bookingId: z.number() });
const currentUser = z.object({ user: z.object({ id: z.string() }) });
const fivePasses = 5;

let studio: RunningStudio;
let auditor: StudioClient;
let admin: StudioClient;
let member: StudioClient;
let clock: SandboxClock;
/** The overview after the whole history. */
let overview: AuditOverviewAnswer;

const readOverview = () => auditor.expect(auditOverviewAnswer.strict(), 'GET', '/api/audit/overview');

async function buyFive(client: StudioClient): Promise<string> {
  const payment = await startCardPayment(client, fivePasses);
  await payByCard(studio.process.base, payment);
  await client.call('POST', '/api/complete-payment', { payment_intent_id: payment.id });
  return payment.id;
}

async function signIn(): Promise<void> {
  const visitor = new StudioClient(studio.process.base);
  admin = await visitor.staff('admin');
  auditor = await visitor.staff('auditor');
}

/** A history with each kind of event: two months ago, and this month. */
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent' });
  clock = new SandboxClock(studio.process.base);
  await signIn();
  const visitor = new StudioClient(studio.process.base);
  const early = await visitor.signUp('early.tern@example.org', 'Early Tern');
  await buyFive(early);
  // Its passes expire.
  await clock.advance('P4M');
  // In the evening the classes below would have begun before the late cancellation.
  await clock.moveTo(toLondonInstant(londonDayIn(1, await clock.now()), '12:00'));
  await signIn();
  member = await visitor.signUp('ida.tern@example.org', 'Ida Tern');
  await buyFive(member);
  const { user } = await member.expect(currentUser, 'GET', '/api/auth/user');
  const [used = 0, returned = 0, forfeited = 0, removed = 0] = await openClasses(
    admin,
    4,
    7,
    await clock.now(),
  );
  const book = async (classId: number) =>
    (await member.expect(booked, 'POST', '/api/bookings', { classId })).bookingId;
  const usedBooking = await book(used);
  await member.expect(done, 'POST', '/api/cancel-booking', { bookingId: await book(returned) });
  const late = await book(forfeited);
  await admin.expect(done, 'DELETE', `/api/admin/remove-booking/${await book(removed)}`);
  const adjust = (what: 'add' | 'remove', passes: number) =>
    admin.expect(z.object({}), 'POST', `/api/admin/members/${user.id}/${what}-passes`, {
      passes,
      reason: 'A trial',
    });
  await adjust('add', 3);
  await adjust('remove', 1);
  await clock.advance('P1DT12H');
  await member.expect(done, 'POST', '/api/cancel-booking', { bookingId: late });
  for (const change of [
    { key: 'priority_booking_hours', value: '10' },
    { key: 'special_offer_days', value: '5' },
  ])
    await admin.expect(done, 'POST', '/api/admin/settings', change);
  const refunded = await visitor.signUp('rick.tern@example.org', 'Rick Tern');
  const payment = await buyFive(refunded);
  const answer = await fetch(`${studio.process.base}/sandbox/stripe/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ payment_intent: payment }),
  });
  expect(answer.ok).toBe(true);
  const erased = await visitor.signUp('gone.tern@example.org', 'Gone Gull');
  await erased.expect(done, 'DELETE', '/api/user', { password: 'seaside-7' });
  const instructor = await visitor.staff('instructor');
  await instructor.expect(done, 'GET', `/api/instructor/classes/${used}/attendees/${usedBooking}/health`);
  await auditor.expect(done, 'GET', '/api/audit/members?query=Ida%20Tern');
  overview = await waitFor(
    async () => {
      const read = await readOverview();
      const { counts } = read.unusual;
      return read.passes.revoked === 6 && counts.removal === 2 && read.readings.total === 2 && read;
    },
    { what: 'the history to be projected' },
  );
});
afterAll(() => studio?.remove());

/** Reads all events of a figure, page by page. */
async function readFigure(query: Readonly<Record<string, string>>) {
  const events: z.infer<typeof auditFigureAnswer>['events'] = [];
  for (let before: string | undefined; ; ) {
    const search = new URLSearchParams(query);
    if (before !== undefined) search.set('before', before);
    const page = await auditor.expect(
      auditFigureAnswer.strict(),
      'GET',
      `/api/audit/overview/events?${search}`,
    );
    events.push(...page.events);
    if (page.next === null) return { events, total: page.total, unit: page.unit };
    before = page.next;
  }
}

const sumOf = (events: readonly { amount: number }[]) => events.reduce((sum, { amount }) => sum + amount, 0);

describe('the auditor’s overview', () => {
  it('is closed to members, instructors and visitors', async () => {
    const visitor = new StudioClient(studio.process.base);
    const instructor = await visitor.staff('instructor');
    for (const path of ['/api/audit/overview', '/api/audit/overview/events?figure=used']) {
      expect((await visitor.call('GET', path)).status).toBe(401);
      expect((await member.call('GET', path)).status).toBe(403);
      expect((await instructor.call('GET', path)).status).toBe(403);
      expect((await admin.call('GET', path)).status).toBe(200);
    }
  });

  it('has every granted pass in exactly one place', () => {
    const { passes, balanced } = overview;
    expect(passes).toEqual({
      ...{ granted: 18, available: 5, held: 0, used: 1 },
      ...{ forfeited: 1, expired: 5, revoked: 6 },
    });
    expect(balanced).toBe(true);
  });

  it('sets the money received against the lots granted for it', () => {
    const { money } = overview;
    expect(money).toMatchObject({
      receivedPence: 33_000,
      refundedPence: 11_000,
      disputedPence: 0,
      retainedPence: 22_000,
      passSales: { count: 3, pence: 33_000 },
      lots: {
        purchase: { lots: 3, passes: 15, pence: 33_000 },
        membership: { lots: 0, passes: 0, pence: 0 },
        adjustment: { lots: 1, passes: 3, pence: 0 },
      },
      salesWithoutLot: { count: 0, pence: 0 },
      lotsWithoutSale: { count: 0, pence: 0 },
      matched: true,
    });
  });

  it('has the liability of the report of today', async () => {
    const today = londonDayIn(0, await clock.now());
    const { passes, value } = await admin.expect(liabilityAnswer, 'GET', `/api/admin/liability?on=${today}`);
    expect((await readOverview()).liability).toMatchObject({ passes, pence: value });
    expect(passes).toBeGreaterThan(0);
  });

  it('counts who read personal data this week, and names no member', () => {
    const { readings } = overview;
    expect(readings.readers.map(({ reader, what, readings: count }) => [reader, what, count])).toEqual([
      ['auditor', 'audit', 1],
      ['instructor', 'health', 1],
    ]);
    expect(JSON.stringify(overview)).not.toMatch(/Tern|Gull|example\.org/);
  });

  it('lists the latest unusual events', () => {
    const { counts, latest } = overview.unusual;
    expect(counts).toEqual({ adjustment: 2, removal: 2, refund: 1, rules: 2, export: 0 });
    expect(latest.map(({ event }) => event?.type).toSorted()).toEqual([
      ...['LotGranted', 'LotRevoked', 'MemberErased', 'PaymentRefunded', 'RulesChanged', 'SeatReleased'],
      'SettingChanged',
    ]);
    const changes = latest.filter(({ event }) => /^(Setting|Rules)Changed$/.test(event?.type ?? ''));
    expect(changes.map(({ event }) => [event?.summary, event?.actor.label])).toEqual([
      ['Setting special_offer_days was set to “5”.', 'admin (by the shared password)'],
      [
        'The rulebook has version 2. Priority booking for members: 12 hours, now 10 hours.',
        'admin (by the shared password)',
      ],
    ]);
  });

  it('closes the flow of this month with what members have', () => {
    const { opening, granted, used, forfeited, expired, revoked, closing, days } = overview.flow;
    expect(opening + granted - used - forfeited - expired - revoked).toBe(closing);
    expect(closing).toBe(overview.passes.available + overview.passes.held);
    expect(days.reduce((sum, day) => sum + day.used, 0)).toBe(used);
  });

  it('opens the events of each figure, which add up to it', async () => {
    // Another test may have added events to the history.
    const { passes, money, liability, readings, unusual, flow } = await readOverview();
    const { month } = flow;
    const figures: [Readonly<Record<string, string>>, number][] = [
      [{ figure: 'granted' }, passes.granted],
      [{ figure: 'available' }, passes.available],
      [{ figure: 'held' }, passes.held],
      [{ figure: 'used' }, passes.used],
      [{ figure: 'forfeited' }, passes.forfeited],
      [{ figure: 'expired' }, passes.expired],
      [{ figure: 'revoked' }, passes.revoked],
      [{ figure: 'granted', month }, flow.granted],
      [{ figure: 'used', month }, flow.used],
      [{ figure: 'forfeited', month }, flow.forfeited],
      [{ figure: 'expired', month }, flow.expired],
      [{ figure: 'revoked', month }, flow.revoked],
      [{ figure: 'received' }, money.receivedPence],
      [{ figure: 'received_passes' }, money.passSales.pence],
      [{ figure: 'received_memberships' }, money.membershipSales.pence],
      [{ figure: 'refunded' }, money.refundedPence],
      [{ figure: 'disputed' }, money.disputedPence],
      [{ figure: 'lots_purchase' }, money.lots.purchase.pence],
      [{ figure: 'lots_membership' }, money.lots.membership.pence],
      [{ figure: 'lots_adjustment' }, money.lots.adjustment.passes],
      [{ figure: 'sales_without_lot' }, money.salesWithoutLot.pence],
      [{ figure: 'lots_without_sale' }, money.lotsWithoutSale.pence],
      [{ figure: 'lots_other_price' }, money.lotsOfOtherPrice.pence],
      [{ figure: 'liability' }, liability.pence],
      [{ figure: 'readings' }, readings.total],
      [{ figure: 'readings', reader: 'instructor', what: 'health' }, 1],
      [{ figure: 'readings', week: '2020-01-01' }, 0],
      [{ figure: 'unusual' }, Object.values(unusual.counts).reduce((sum, count) => sum + count, 0)],
      [{ figure: 'unusual_adjustment' }, unusual.counts.adjustment],
      [{ figure: 'unusual_removal' }, unusual.counts.removal],
      [{ figure: 'unusual_refund' }, unusual.counts.refund],
      [{ figure: 'unusual_rules' }, unusual.counts.rules],
      [{ figure: 'unusual_export' }, unusual.counts.export],
    ];
    for (const [query, figure] of figures) {
      const { events, total } = await readFigure(query);
      expect([query, total.amount, sumOf(events), events.length]).toEqual([
        ...[query, figure, figure, total.events],
      ]);
      for (const { position, event } of events) {
        const [stored] = await studio.queryEvents(
          'SELECT type FROM event_store.readable_events WHERE stream = $1 AND revision = $2',
          [event?.stream, event?.revision],
        );
        expect([query, position, stored?.type]).toEqual([query, position, event?.type]);
      }
    }
    const { events } = await readFigure({ figure: 'used' });
    expect(events.map(({ event }) => event?.type)).toContain('PassReturned');
  });

  it('pages through a figure with more events than a page', async () => {
    const client = await new StudioClient(studio.process.base).signUp('many.tern@example.org', 'Many Tern');
    const { user } = await client.expect(currentUser, 'GET', '/api/auth/user');
    for (let count = 0; count < 30; count += 1) {
      await admin.expect(z.object({}), 'POST', `/api/admin/members/${user.id}/add-passes`, { passes: 1 });
    }
    const figure = 'lots_adjustment';
    const { events, total } = await waitFor(async () => {
      const read = await readFigure({ figure });
      return read.total.events === 31 && read;
    });
    expect(new Set(events.map(({ position }) => position)).size).toBe(31);
    expect([sumOf(events), total.amount]).toEqual([33, 33]);
  });
});

describe('the last verification', () => {
  it('is missing before the first', () => expect(overview.verification).toBeNull());

  it('survives a restart, with what it covered and who started it', async () => {
    const verdict = await verifyStore(auditor);
    expect(verdict?.holds).toBe(true);
    await studio.process.stop();
    studio.process = await startStudioProcess(studio.dataDir, { LOG_LEVEL: 'silent' });
    // At another address.
    clock = new SandboxClock(studio.process.base);
    member = new StudioClient(studio.process.base, member.token);
    await signIn();
    const { verification } = await readOverview();
    expect(verification).toMatchObject({
      origin: 'desk',
      ...{ startedBy: 'auditor (by the shared password)', holds: true },
      exceptions: { inEvents: 0, inReadModels: 0, first: [] },
      verifiedAt: verdict?.verifiedAt,
      covered: { events: verdict?.events.totals.events, position: verdict?.events.position },
      seal: { intact: true },
    });
    const last = await auditor.expect(auditVerifyAnswer, 'GET', '/api/audit/verify?show=last');
    expect(last.verdict).toEqual(verdict);
  });

  it('shows a broken seal when the stored result was changed', async () => {
    expect((await verifyStore(auditor)).holds).toBe(true);
    await studio.query(
      `UPDATE verification_results SET content = replace(content, '"startedBy":"auditor"', '"startedBy":"admin"')`,
    );
    expect((await readOverview()).verification).toMatchObject({ holds: false, seal: { intact: false } });
  });
});
