import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openClasses } from '#tools/testing/open-classes.ts';
import { type OutageStudio, startOutageStudio } from '#tools/testing/outages/outage-studio.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import type { Answer, StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

const lots = z.array(z.object({ remaining: z.number() }));
const bookings = z.object({ bookings: z.array(z.object({ id: z.number(), status: z.string() })) });

let studio: TestStudio;
beforeAll(async () => {
  studio = await startOwnStudio();
});
afterAll(() => studio?.stop());

/** Repeats a request that a busy machine answered 503, as clients do. */
const untilAnswered = (send: () => Promise<Answer>): Promise<Answer> =>
  waitFor(async () => {
    const answer = await send();
    return answer.status !== 503 && answer;
  });
const count = <T>(values: readonly T[], wanted: T) => values.filter((value) => value === wanted).length;

describe('races for seats', () => {
  it('gives seven seats to 500 concurrent requests, and spends no other pass', async () => {
    const [classId] = await openClasses(await studio.admin(), 1);
    const rivals: Awaited<ReturnType<TestStudio['memberWithPasses']>>[] = [];
    while (rivals.length < 500)
      rivals.push(...(await Promise.all(Array.from({ length: 100 }, () => studio.memberWithPasses(2)))));
    const answers = await Promise.all(
      rivals.map(({ client }) => untilAnswered(() => client.call('POST', '/api/bookings', { classId }))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(count(statuses, 200)).toBe(7);
    expect(count(statuses, 409)).toBe(493);
    // So many requests together may be answered before the read models follow.
    await expect
      .poll(() => Promise.all(rivals.map(({ client }) => client.expect(lots, 'GET', '/api/user/passes'))))
      .toEqual(statuses.map((status) => [{ remaining: status === 200 ? 1 : 2 }]));
  });

  it('shows the returned pass immediately after a refusal', async () => {
    const [classId] = await openClasses(await studio.admin(), 1, 1);
    const winner = await studio.memberWithPasses(1);
    expect((await winner.client.call('POST', '/api/bookings', { classId })).status).toBe(200);
    const { client } = await studio.memberWithPasses(1);
    // Waits for the set-up, so that each answer below waits only for its own changes.
    await waitFor(async () => (await client.expect(lots, 'GET', '/api/user/passes')).length === 1);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await client.call('POST', '/api/bookings', { classId })).status).toBe(409);
      expect(await client.expect(lots, 'GET', '/api/user/passes')).toEqual([{ remaining: 1 }]);
    }
  });

  it('spends one pass for twenty concurrent bookings of one member', async () => {
    const [classId] = await openClasses(await studio.admin(), 1);
    const { client } = await studio.memberWithPasses(5);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.call('POST', '/api/bookings', { classId })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(
      new Set(answers.map(({ body }) => z.object({ bookingId: z.number() }).parse(body).bookingId)).size,
    ).toBe(1);
    expect(await client.expect(lots, 'GET', '/api/user/passes')).toEqual([{ remaining: 4 }]);
    expect((await client.expect(bookings, 'GET', '/api/my-bookings')).bookings).toHaveLength(1);
  });

  it('returns one pass for twenty concurrent cancellations', async () => {
    const [classId] = await openClasses(await studio.admin(), 1);
    const { client } = await studio.memberWithPasses(1);
    const booked = await client.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', {
      classId,
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        client.call('POST', '/api/cancel-booking', { bookingId: booked.bookingId }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(count(statuses, 200)).toBe(1);
    expect(count(statuses, 409)).toBe(19);
    expect(await client.expect(lots, 'GET', '/api/user/passes')).toEqual([{ remaining: 1 }]);
  });
});

describe('races for seats that members buy', () => {
  let shop: OutageStudio;
  beforeAll(async () => {
    shop = await startOutageStudio();
  });
  afterAll(() => shop?.stop());

  it('keeps seven seats of 500 rivals, half of whom have to buy a pass first, and charges only those who get one', async () => {
    const [classId] = await openClasses(await shop.admin(), 1);
    const rivals: { readonly isBuyer: boolean; readonly client: StudioClient }[] = [];
    while (rivals.length < 500) {
      const members = Array.from({ length: 100 }, async (_, index) => {
        const isBuyer = index % 2 === 0;
        const { client } = await shop.memberWithPasses(isBuyer ? 0 : 1);
        return { isBuyer, client };
      });
      rivals.push(...(await Promise.all(members)));
    }
    const ask = ({ isBuyer, client }: (typeof rivals)[number]) => {
      const order = { passId: 5, requestKey: randomUUID(), acceptTerms: true, startNow: true };
      return untilAnswered(() =>
        isBuyer
          ? client.call('POST', '/api/checkout', { classId, ...order })
          : client.call('POST', '/api/bookings', { classId }),
      );
    };
    // Two of each kind are first, since a purchase takes longer and might win no seat.
    const first = await Promise.all(rivals.slice(0, 4).map(ask));
    const answers = [...first, ...(await Promise.all(rivals.slice(4).map(ask)))];
    const statuses = answers.map(({ status }) => status);
    expect(count(statuses, 200)).toBe(7);
    expect(count(statuses, 409)).toBe(493);
    const bought = rivals.filter(({ isBuyer }, index) => isBuyer && statuses[index] === 200).length;
    expect(bought).toBeGreaterThanOrEqual(2);
    const readRows = async () =>
      (
        await shop.runtime.pool.query<{ booked: number; reserved: number; payments: number }>(
          `SELECT booked_count AS booked, (SELECT count(*)::int FROM class_reservations WHERE class_id = id) AS reserved,
            (SELECT count(*)::int FROM payments WHERE class_id = id) AS payments FROM schedule_classes WHERE id = $1`,
          [classId],
        )
      ).rows;
    await expect.poll(readRows).toEqual([{ booked: 7 - bought, reserved: bought, payments: bought }]);
  });
});
