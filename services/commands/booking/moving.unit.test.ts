import { describe, expect, it } from 'vitest';
import { findSeatOfMember } from '#domain/class/state.ts';
import { countRemainingPasses } from '#domain/wallet/state.ts';
import { Crashed, crashAtAppend, holdAtAppend } from '../testing/memory-event-store.fixture.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { cancelClass } from '../timetable/cancel-class.ts';
import { advanceBooking } from './advance-booking.ts';
import { type BookClassDeps, bookClass } from './book-class.ts';
import { cancelBooking } from './cancel-booking.ts';
import { moveBooking } from './move-booking.ts';
import { undoCancellation } from './undo-cancellation.ts';

const inClass = (classId: number, memberId = 'ann') => ({ classId, memberId, source: 'member' as const });
const ann = { bookingId: 1, classId: 1, memberId: 'ann' };
/** Less than 24 hours before Saturday's class. */
const late = new Date('2026-05-15T09:00:00.000Z');

/** Ann has booked class 1 with her one pass; class 2 is a day later, with `capacity` seats. */
async function annHasBooked(capacity = 1) {
  const studio = new Studio();
  await studio.schedule(1);
  await studio.schedule(2, { date: '2026-05-17', capacity });
  await studio.grant('ann', 1);
  await bookClass(studio.start(), inClass(1), studio.context());
  return studio;
}

async function placesOf(studio: Studio, memberId = 'ann') {
  const places: number[] = [];
  for (const classId of [1, 2])
    if (findSeatOfMember(await studio.classState(classId), memberId)) places.push(classId);
  return { places, left: countRemainingPasses(await studio.wallet(memberId), now) };
}

describe('moveBooking', () => {
  it('moves the pass along, and releases the old seat without returning a pass', async () => {
    const studio = await annHasBooked();
    const moved = await moveBooking(studio.start(), { ...ann, toClassId: 2 }, studio.context());
    expect(moved).toMatchObject({ bookingId: 2, creditsRemaining: 0 });
    expect(await placesOf(studio)).toEqual({ places: [2], left: 0 });
    expect((await studio.classState(1)).seats.get(1)?.released).toMatchObject({ reason: 'moved' });
    await studio.expectSettled();
  });

  it('returns the same booking for a repeated request', async () => {
    const studio = await annHasBooked();
    const deps = studio.start();
    const requests = [1, 2, 3].map(() => moveBooking(deps, { ...ann, toClassId: 2 }, studio.context()));
    const answers = await Promise.allSettled(requests);
    const ids = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.bookingId] : []));
    expect(new Set(ids).size).toBe(1);
    expect((await moveBooking(deps, { ...ann, toClassId: 2 }, studio.context())).bookingId).toBe(ids[0]);
    expect(await placesOf(studio)).toEqual({ places: [2], left: 0 });
    await studio.expectSettled();
  });

  it('moves a booking on, and back', async () => {
    const studio = await annHasBooked();
    const deps = studio.start();
    await moveBooking(deps, { ...ann, toClassId: 2 }, studio.context());
    await moveBooking(deps, { ...ann, bookingId: 2, classId: 2, toClassId: 1 }, studio.context());
    expect(await placesOf(studio)).toEqual({ places: [1], left: 0 });
    await studio.expectSettled();
  });

  it('refuses late, into a full class, twice into one, and with a pass that expires before', async () => {
    const studio = await annHasBooked();
    const deps = studio.start();
    const move = (at = now, to = 2) => moveBooking(deps, { ...ann, toClassId: to }, studio.context(at));
    await expect(move(late)).rejects.toMatchObject({ code: 'MOVE_TOO_LATE' });
    await expect(move(now, 1)).rejects.toMatchObject({ code: 'ALREADY_BOOKED' });
    await expect(
      moveBooking(deps, { ...ann, memberId: 'bea', toClassId: 2 }, studio.context()),
    ).rejects.toMatchObject({
      code: 'BOOKING_NOT_FOUND',
    });
    await studio.grant('bea', 1);
    await bookClass(deps, inClass(2, 'bea'), studio.context());
    await expect(move()).rejects.toMatchObject({ code: 'CLASS_FULL' });
    await studio.schedule(3, { date: '2026-05-18' });
    await studio.grant('cat', 1, { expiresAt: '2026-05-16T22:59:59.999Z' });
    const cats = await bookClass(deps, inClass(1, 'cat'), studio.context());
    const booking = { bookingId: cats.bookingId, classId: 1, memberId: 'cat' };
    await expect(moveBooking(deps, { ...booking, toClassId: 3 }, studio.context())).rejects.toMatchObject({
      code: 'NO_PASS',
    });
    expect(await placesOf(studio)).toEqual({ places: [1], left: 0 });
    await studio.expectSettled();
  });

  it('keeps the booking as it was when another member takes the last seat meanwhile', async () => {
    const studio = await annHasBooked();
    await studio.grant('bea', 1);
    const claim = holdAtAppend(1);
    const moved = moveBooking(studio.start(claim), { ...ann, toClassId: 2 }, studio.context());
    moved.catch(() => undefined);
    await claim.reached;
    await bookClass(studio.start(), inClass(2, 'bea'), studio.context());
    claim.open();
    await expect(moved).rejects.toMatchObject({ code: 'CLASS_FULL' });
    expect(await placesOf(studio)).toEqual({ places: [1], left: 0 });
    await studio.expectSettled();
  });

  it('ends the same when a sweep meets the old booking halfway', async () => {
    const studio = await annHasBooked();
    const claim = holdAtAppend(1);
    const moved = moveBooking(studio.start(claim), { ...ann, toClassId: 2 }, studio.context());
    await claim.reached;
    await advanceBooking(studio.start(), ann, studio.context());
    expect(await placesOf(studio)).toEqual({ places: [2], left: 0 });
    claim.open();
    await expect(moved).resolves.toMatchObject({ bookingId: 2 });
    await studio.expectSettled();
  });

  it('refuses a concurrent cancellation of the old booking, and seats the member in the new class', async () => {
    const studio = await annHasBooked();
    const claim = holdAtAppend(1);
    const moved = moveBooking(studio.start(claim), { ...ann, toClassId: 2 }, studio.context());
    await claim.reached;
    await expect(cancelBooking(studio.start(), ann, studio.context())).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    claim.open();
    await expect(moved).resolves.toMatchObject({ bookingId: 2 });
    expect(await placesOf(studio)).toEqual({ places: [2], left: 0 });
    await studio.expectSettled();
  });

  it('returns the pass when both classes are cancelled', async () => {
    const studio = await annHasBooked();
    const claim = holdAtAppend(1);
    const moved = moveBooking(studio.start(claim), { ...ann, toClassId: 2 }, studio.context());
    moved.catch(() => undefined);
    await claim.reached;
    for (const classId of [1, 2]) await cancelClass(studio.start(), { classId }, studio.context());
    claim.open();
    await expect(moved).rejects.toMatchObject({ code: 'CLASS_CANCELLED' });
    await studio.sweep();
    expect(await placesOf(studio)).toEqual({ places: [], left: 1 });
    await studio.expectSettled();
  });
});

describe('undoCancellation', () => {
  const soon = (at: Date) => new Date(at.getTime() + 9_000);

  it.each([
    ['in time', now],
    ['late', late],
  ])('uses the pass again after a cancellation %s', async (_when, at) => {
    const studio = await annHasBooked();
    const deps = studio.start();
    const { passReturned } = await cancelBooking(deps, ann, studio.context(at));
    expect(passReturned).toBe(at === now);
    const again = await undoCancellation(deps, ann, studio.context(soon(at)));
    expect(again).toMatchObject({ bookingId: 2, creditsRemaining: 0 });
    expect(await undoCancellation(deps, ann, studio.context(soon(at)))).toMatchObject({ bookingId: 2 });
    expect(await placesOf(studio)).toEqual({ places: [1], left: 0 });
    await studio.expectSettled();
  });

  it('refuses when it is too late, the seat is taken or staff removed the member', async () => {
    const studio = new Studio();
    await studio.schedule(1, { capacity: 1 });
    for (const member of ['ann', 'bea']) await studio.grant(member, 1);
    const deps = studio.start();
    await bookClass(deps, inClass(1), studio.context());
    await cancelBooking(deps, ann, studio.context(late));
    const longAgo = new Date(late.getTime() + 15_001);
    await expect(undoCancellation(deps, ann, studio.context(longAgo))).rejects.toMatchObject({
      code: 'UNDO_TOO_LATE',
    });
    await bookClass(deps, inClass(1, 'bea'), studio.context(late));
    await expect(undoCancellation(deps, ann, studio.context(soon(late)))).rejects.toMatchObject({
      code: 'CLASS_FULL',
    });
    expect((await studio.wallet('ann')).passes.get(1)?.status).toBe('forfeited');
    await studio.expectSettled();
  });

  it('forfeits the late pass again when the last seat is taken concurrently', async () => {
    const studio = new Studio();
    await studio.schedule(1, { capacity: 1 });
    for (const member of ['ann', 'bea']) await studio.grant(member, 1);
    await bookClass(studio.start(), inClass(1), studio.context());
    await cancelBooking(studio.start(), ann, studio.context(late));
    const claim = holdAtAppend(1);
    const undone = undoCancellation(studio.start(claim), ann, studio.context(soon(late)));
    undone.catch(() => undefined);
    await claim.reached;
    await bookClass(studio.start(), inClass(1, 'bea'), studio.context(late));
    claim.open();
    await expect(undone).rejects.toMatchObject({ code: 'CLASS_FULL' });
    expect((await studio.wallet('ann')).passes.get(1)?.status).toBe('forfeited');
    await studio.expectSettled();
  });
});

interface Scenario {
  readonly name: string;
  readonly appends: number;
  prepare(): Promise<Studio>;
  act(deps: BookClassDeps, studio: Studio): Promise<unknown>;
}

const scenarios: readonly Scenario[] = [
  {
    name: 'a member moves',
    appends: 4,
    prepare: annHasBooked,
    act: (deps, studio) => moveBooking(deps, { ...ann, toClassId: 2 }, studio.context()),
  },
  {
    name: 'a member takes a late cancellation back',
    appends: 3,
    async prepare() {
      const studio = await annHasBooked();
      await cancelBooking(studio.start(), ann, studio.context(late));
      return studio;
    },
    act: (deps, studio) => undoCancellation(deps, ann, studio.context(late)),
  },
  {
    name: 'a member takes a cancellation in time back',
    appends: 3,
    async prepare() {
      const studio = await annHasBooked();
      await cancelBooking(studio.start(), ann, studio.context());
      return studio;
    },
    act: (deps, studio) => undoCancellation(deps, ann, studio.context()),
  },
];

async function runScenario(scenario: Scenario, crash?: { at: number; when: 'before' | 'after' }) {
  const studio = await scenario.prepare();
  const before = await studio.wallet('ann');
  if (crash === undefined) await scenario.act(studio.start(), studio);
  else {
    const hooks = crashAtAppend(crash.at, crash.when);
    await expect(scenario.act(studio.start(hooks), studio)).rejects.toThrow(Crashed);
  }
  await studio.sweep();
  await studio.expectSettled();
  return { before, wallet: await studio.wallet('ann'), places: (await placesOf(studio)).places };
}

describe.each(scenarios)('$name: crashed', (scenario) => {
  it.each(
    Array.from({ length: scenario.appends }, (_, at) => [
      { at, when: 'before' as const },
      { at, when: 'after' as const },
    ]).flat(),
  )('$when append $at', async (crash) => {
    const whole = await runScenario(scenario);
    const { before, wallet, places } = await runScenario(scenario, crash);
    const never = crash.at === 0 && crash.when === 'before';
    expect(wallet).toEqual(never ? before : whole.wallet);
    if (!never) expect(places).toEqual(whole.places);
    expect(places.length).toBeLessThanOrEqual(1);
  });
});
