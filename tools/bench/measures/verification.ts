import { randomUUID } from 'node:crypto';
import type { StudioEvent } from '#domain/registry.ts';
import { loadConfig } from '#infra/config/config.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { connectProjections } from '#projections/connect.ts';
import { studioProjections } from '#projections/registry.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { verifyInstallation } from '#services/audit/verification/verify-installation.ts';
import { verifyEvents } from '#services/audit/verifier/verify-events.ts';
import { runWhatIf } from '#services/audit/what-if/run-what-if.ts';
import { type Figure, whole } from '../measure.ts';

/** A million in a minute. */
const goal = 1_000_000 / 60;
const seats = 7;
const classesOfMember = 15;
const at = '2026-05-01T09:00:00.000Z';
const startsAt = '2026-05-05T09:00:00.000Z';
const expiresAt = '2026-08-01T22:59:59.999Z';

type Stream = readonly [string, readonly StudioEvent[]];

/** Yields payments, then wallets that hold and spend a pass for each class, then the classes. */
function* createHistory(events: number): Generator<Stream[]> {
  const members = Math.ceil(events / (3 + classesOfMember * (3 + 1 / seats)));
  const classes = Math.ceil((members * classesOfMember) / seats);
  const memberIds = Array.from({ length: members }, () => randomUUID());
  const lotOf = (memberId: string) => `lot-pi_${memberId}`;
  // Seat n belongs to member n modulo their number, so no member has two seats in a class.
  const seatCount = members * classesOfMember;

  yield memberIds.map((memberId): Stream => {
    const paymentIntentId = `pi_${memberId}`;
    const of = { paymentIntentId, memberId, amountPence: 32_000, at };
    const order = { passId: 7, passName: 'Pass', passes: 20, offer: null };
    return [
      `payment-${paymentIntentId}`,
      [
        { type: 'PaymentStarted', data: { ...of, ...order, validity: { unit: 'months', count: 3 } } },
        { type: 'PaymentSucceeded', data: { ...of, lotId: lotOf(memberId), expiresAt } },
      ],
    ];
  });
  yield memberIds.map((memberId, index): Stream => {
    const lotId = lotOf(memberId);
    const granted: StudioEvent = {
      type: 'LotGranted',
      data: {
        memberId,
        lotId,
        kind: 'purchase',
        passName: 'Pass',
        passes: 20,
        pricePence: 32_000,
        expiresAt,
        passId: 7,
        paymentIntentId: `pi_${memberId}`,
        offer: null,
        at,
      },
    };
    const wallet: StudioEvent[] = [granted];
    for (let seat = index; seat < seatCount; seat += members) {
      const pass = { memberId, lotId, bookingId: seat + 1, classId: Math.floor(seat / seats) + 1, at };
      wallet.push({ type: 'PassHeld', data: { ...pass, classStartsAt: startsAt, source: 'member' } });
      wallet.push({ type: 'PassSpent', data: pass });
    }
    return [`wallet-${memberId}`, wallet];
  });
  yield Array.from({ length: classes }, (_, index): Stream => {
    const classId = index + 1;
    const details = { level: 'beginner', date: '2026-05-05', time: '10:00', durationMinutes: 50 };
    const scheduled: StudioEvent = {
      type: 'ClassScheduled',
      data: { classId, ...details, startsAt, capacity: seats, instructorId: 1, at },
    };
    const timetable: StudioEvent[] = [scheduled];
    for (let seat = index * seats; seat < Math.min(seatCount, (index + 1) * seats); seat += 1) {
      const memberId = memberIds[seat % members] ?? '';
      const data = { classId, bookingId: seat + 1, memberId, lotId: lotOf(memberId) };
      const seated = { source: 'member', freeUntil: '2026-05-04T09:00:00.000Z', at } as const;
      timetable.push({ type: 'SeatBooked', data: { ...data, ...seated } });
    }
    return [`class-${classId}`, timetable];
  });
}

async function fill(store: EventStore<StudioEvent>, events: number): Promise<void> {
  const context = { now: new Date(at), actor: { kind: 'system', name: 'bench' } as const };
  for (const streams of createHistory(events)) {
    for (let from = 0; from < streams.length; from += 100) {
      const some = streams.slice(from, from + 100);
      await Promise.all(
        some.map(([stream, appended]) =>
          store.append(stream, 'no_stream', appended, { ...context, commandId: randomUUID() }),
        ),
      );
    }
  }
}

/** Measures the elapsed time and the processor time of this process. */
async function measureTime(work: () => Promise<void>): Promise<{ seconds: number; cpu: number }> {
  const started = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - started) / 1_000, cpu: (user + system) / 1_000_000 };
}

/**
 * (j) Measures events a second of the auditor's verification: reading only, the events, and the events with a rebuild
 * of all read models. Also of a what-if, which decides every event again. `BENCH_EVENTS` sets the number of events.
 */
export async function measureVerification(servers: {
  databaseUrl: string;
  eventStoreUrl: string;
  dataDir: string;
}): Promise<Figure[]> {
  const wanted = Number(process.env.BENCH_EVENTS ?? 200_000);
  const config = loadConfig({ DATA_DIR: servers.dataDir });
  const logger = createLogger({ level: 'error', component: 'bench' });
  const { store, emailHash, close } = await connectProjections({ config, ...servers, logger });
  try {
    await fill(store, wanted);
    const failures = await rebuild(studioProjections, { ...servers, store, log: logger });
    if (failures.size > 0) throw new Error(`Not rebuilt: ${[...failures.keys()].join(', ')}`);
    let events = 0;
    const reading = await measureTime(async () => {
      for await (const batch of store.readAll(null, 5_000)) events += batch.length;
    });
    const now = new Date('2026-06-01T09:00:00.000Z');
    const eventsOnly = await measureTime(async () => {
      const { exceptionCount } = await verifyEvents(store, { now });
      if (exceptionCount > 0) throw new Error(`${exceptionCount} exceptions in a valid store`);
    });
    const whatIf = await measureTime(async () => {
      const span = { from: new Date(0), until: now, now };
      const question = { span, fixed: { free_cancellation_hours: '48' }, sweep: null };
      const { result } = await runWhatIf(store, question, () => {});
      if (result.events < events / 2) throw new Error(`A what-if saw ${result.events} events of ${events}`);
    });
    const withReadModels = await measureTime(async () => {
      const { holds, readModels } = await verifyInstallation({
        databaseUrl: servers.databaseUrl,
        store,
        projections: studioProjections,
        now,
        emailHash,
      });
      if (!holds) throw new Error(`The verification failed: ${JSON.stringify(readModels).slice(0, 2_000)}`);
    });
    const figure = (name: string, { seconds, cpu }: typeof eventsOnly, detail = ''): Figure => ({
      name: `(j) verification: ${name}`,
      measured: `${whole(events / seconds)} events a second (${whole(events)} in ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of its own${detail})`,
      goal: `≥ ${whole(goal)}, a million in a minute`,
      met: events / seconds >= goal,
    });
    return [
      figure(
        'every event',
        eventsOnly,
        `; reading alone ${reading.seconds.toFixed(1)} s, ${reading.cpu.toFixed(1)} s of its own`,
      ),
      figure('every event and every read model', withReadModels),
      figure('every event again under another rule (what-if)', whatIf),
    ];
  } finally {
    await close();
  }
}
