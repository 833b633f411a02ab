import { randomUUID } from 'node:crypto';
import type { ClassEvent } from '#domain/class/events.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import { loadConfig } from '#infra/config/config.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { connectProjections } from '#projections/connect.ts';
import { studioProjections } from '#projections/registry.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { type Figure, whole } from '../measure.ts';

const goal = 20_000;
const classes = 2_000;
const members = 1_000;
const seats = 7;
const at = '2026-05-01T09:00:00.000Z';
const classStartsAt = '2026-05-05T09:00:00.000Z';
const expiresAt = '2026-08-01T22:59:59.999Z';
/** Above the ids of a running studio. */
const firstId = 500_000_000;

/** Creates years of classes with seven seats and their wallets, as the product's commands would. */
function createHistory(): Map<string, (ClassEvent | WalletEvent)[]> {
  const streams = new Map<string, (ClassEvent | WalletEvent)[]>();
  const add = (stream: string, event: ClassEvent | WalletEvent) => {
    const events = streams.get(stream);
    if (events) events.push(event);
    else streams.set(stream, [event]);
  };
  const memberIds = Array.from({ length: members }, () => randomUUID());
  const passes = Math.ceil((classes * seats) / members) + 1;
  for (const memberId of memberIds) {
    add(`wallet-${memberId}`, {
      type: 'LotGranted',
      data: {
        memberId,
        lotId: `lot-${memberId}`,
        kind: 'purchase',
        passName: '20 Class Pass',
        passes,
        pricePence: 32_000,
        expiresAt,
        passId: 7,
        paymentIntentId: null,
        offer: null,
        at,
      },
    });
  }
  let bookingId = firstId;
  for (let count = 0; count < classes; count += 1) {
    const classId = firstId + count;
    add(`class-${classId}`, {
      type: 'ClassScheduled',
      data: {
        classId,
        level: 'beginner',
        date: '2026-05-05',
        time: '10:00',
        startsAt: classStartsAt,
        durationMinutes: 50,
        capacity: seats,
        instructorId: 1,
        at,
      },
    });
    for (let seat = 0; seat < seats; seat += 1) {
      const memberId = memberIds[(count * seats + seat) % members] ?? '';
      const lotId = `lot-${memberId}`;
      const pass = { memberId, lotId, bookingId, classId, at };
      add(`wallet-${memberId}`, { type: 'PassHeld', data: { ...pass, classStartsAt, source: 'member' } });
      add(`class-${classId}`, {
        type: 'SeatBooked',
        data: {
          classId,
          bookingId,
          memberId,
          lotId,
          source: 'member',
          freeUntil: '2026-05-04T09:00:00.000Z',
          at,
        },
      });
      add(`wallet-${memberId}`, { type: 'PassSpent', data: pass });
      bookingId += 1;
    }
  }
  return streams;
}

/** (d) Measures events a second of a rebuild of all projections, from the store to the switched tables. */
export async function measureRebuild(servers: {
  databaseUrl: string;
  eventStoreUrl: string;
  dataDir: string;
}): Promise<Figure> {
  const config = loadConfig({ DATA_DIR: servers.dataDir });
  const logger = createLogger({ level: 'error', component: 'bench' });
  const { store, close } = await connectProjections({ config, ...servers, logger });
  try {
    const streams = [...createHistory()];
    const context = { now: new Date(), actor: { kind: 'system', name: 'bench' } as const };
    for (let from = 0; from < streams.length; from += 50) {
      await Promise.all(
        streams
          .slice(from, from + 50)
          .map(([stream, events]) =>
            store.append(stream, 'no_stream', events, { ...context, commandId: randomUUID() }),
          ),
      );
    }
    let events = 0;
    for await (const batch of store.readAll(null)) events += batch.length;
    const started = performance.now();
    const failures = await rebuild(studioProjections, {
      databaseUrl: servers.databaseUrl,
      store,
      log: logger,
    });
    const rate = events / ((performance.now() - started) / 1000);
    if (failures.size > 0) throw new Error(`Not rebuilt: ${[...failures.keys()].join(', ')}`);
    return {
      name: '(d) rebuild of every projection',
      measured: `${whole(rate)} events a second (${whole(events)} events, ${studioProjections.length} projections)`,
      goal: `≥ ${whole(goal)}`,
      met: rate >= goal,
    };
  } finally {
    await close();
  }
}
