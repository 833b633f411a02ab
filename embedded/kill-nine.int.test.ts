import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bundleStudio } from '#tools/testing/bundle-studio.ts';
import { createDataDirectory, removeDataDirectory } from '#tools/testing/data-directory.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { startStudioProcess } from '#tools/testing/studio-process.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

const rounds = 10;
const members = 8;
const capacity = 3;
const fivePasses = 5;

const bookingResponse = z.object({ bookingId: z.number() });
const myBookingsResponse = z.object({
  bookings: z.array(z.object({ id: z.number(), classId: z.number(), status: z.string() })),
});
const lotsResponse = z.array(z.object({ remaining: z.number(), passClasses: z.number() }));

let dataDir: string;
beforeAll(async () => {
  dataDir = await createDataDirectory('kill-nine');
});
afterAll(() => removeDataDirectory(dataDir));

interface AcknowledgedBooking {
  readonly member: number;
  readonly bookingId: number;
  readonly classId: number;
}

/** Books the classes one after the other until the studio is killed. Returns the acknowledged bookings. */
async function bookUntilKilled(
  client: StudioClient,
  member: number,
  classIds: readonly number[],
  onAcknowledged: () => void,
) {
  const acknowledged: AcknowledgedBooking[] = [];
  for (const classId of classIds) {
    try {
      const answer = await client.call('POST', '/api/bookings', { classId, allowOverlap: true });
      if (answer.status === 200) {
        acknowledged.push({ member, classId, bookingId: bookingResponse.parse(answer.body).bookingId });
        onAcknowledged();
      }
    } catch {
      return acknowledged;
    }
  }
  return acknowledged;
}

describe('kill -9 of the studio and its Postgres during bookings', () => {
  it(`loses no acknowledged booking and no pass in ${rounds} rounds`, { timeout: 1_200_000 }, async () => {
    const bundle = await bundleStudio('serve');
    let studio = await startStudioProcess(dataDir);
    const tokens: string[] = [];
    let purchaseCount = 0;
    const acknowledged: AcknowledgedBooking[] = [];
    const visitor = new StudioClient(studio.base);
    for (let member = 0; member < members; member += 1) {
      const client = await visitor.signUp(`kill-nine-${member}@example.com`);
      tokens.push(client.token);
    }
    for (let round = 0; round < rounds; round += 1) {
      const clients = tokens.map((token) => new StudioClient(studio.base, token));
      const classIds = await openClasses(await new StudioClient(studio.base).staff('admin'), 6, capacity);
      const purchases = await Promise.all(clients.map((client) => client.buy(5)));
      expect(purchases.map(({ status }) => status)).toEqual(clients.map(() => 200));
      purchaseCount += members;
      // Each round kills the studio one acknowledged booking later, while other bookings are in progress.
      const killTime = Promise.withResolvers<void>();
      let count = 0;
      const running = clients.map((client, member) =>
        bookUntilKilled(client, member, classIds, () => {
          count += 1;
          if (count === 1 + round) killTime.resolve();
        }),
      );
      await killTime.promise;
      await studio.killEverything();
      acknowledged.push(...(await Promise.all(running)).flat());
      // Its bundle starts in a third of the time; the first and the last start are from the sources, as `npm start` does it.
      studio = await (round < rounds - 1
        ? startStudioProcess(dataDir, {}, bundle)
        : startStudioProcess(dataDir));
    }
    const databaseUrl = z
      .object({ databaseUrl: z.string() })
      .parse(JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8'))).databaseUrl;
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    // The sweep completes the bookings that a kill interrupted.
    await waitFor(
      async () => {
        const { rows } = await database.query<{ held: string }>('SELECT sum(held) AS held FROM wallet_lots');
        return Number(rows[0]?.held) === 0;
      },
      { what: 'no pass to be held' },
    );
    let confirmed = 0;
    for (const [member, token] of tokens.entries()) {
      const client = new StudioClient(studio.base, token);
      const { bookings } = await client.expect(myBookingsResponse, 'GET', '/api/my-bookings');
      for (const { bookingId } of acknowledged.filter((booking) => booking.member === member)) {
        expect(bookings).toContainEqual(expect.objectContaining({ id: bookingId, status: 'confirmed' }));
      }
      const wallet = await client.expect(lotsResponse, 'GET', '/api/user/passes');
      const used = wallet.reduce((sum, lot) => sum + lot.passClasses - lot.remaining, 0);
      expect(used).toBe(bookings.filter((booking) => booking.status === 'confirmed').length);
      confirmed += used;
    }
    expect(confirmed).toBeGreaterThanOrEqual(acknowledged.length);
    expect(acknowledged.length).toBeGreaterThan(rounds);
    const totals = await database.query<{ granted: string; accounted: string; fullest: string }>(
      `SELECT (SELECT sum(granted) FROM wallet_lots) AS granted,
              (SELECT sum(available + held + used + forfeited + expired + revoked) FROM wallet_lots) AS accounted,
              (SELECT max(count) FROM (SELECT count(*) FROM bookings WHERE status = 'confirmed' GROUP BY class_id) AS taken) AS fullest`,
    );
    expect(Number(totals.rows[0]?.granted)).toBe(purchaseCount * fivePasses);
    expect(Number(totals.rows[0]?.accounted)).toBe(purchaseCount * fivePasses);
    expect(Number(totals.rows[0]?.fullest)).toBeLessThanOrEqual(capacity);
    await database.end();
    await studio.stop();
  });
});
