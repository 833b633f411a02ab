import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toEventStoreDatabaseUrl } from '#embedded/backends.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { readMonthClosings } from '#projections/read-models/months/queries.ts';
import { createDataDirectory, removeDataDirectory } from '#tools/testing/data-directory.ts';
import { runTask } from '../backup/run-task.fixture.ts';
import { londonDayIn } from '../testing/open-classes.ts';
import { StudioClient } from '../testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '../testing/studio-process.ts';
import { waitFor } from '../testing/wait-for.ts';
import { type LogServer, startLogServer } from './log-server.fixture.ts';

describe('a studio moved to another event store', () => {
  const bookingAnswer = z.object({ bookingId: z.number() });
  const passesAnswer = z.array(z.object({ remaining: z.number() }));
  const myBookings = z.object({ bookings: z.array(z.object({ id: z.number(), status: z.string() })) });
  const moneyAnswer = z.object({ entries: z.array(z.json()) });
  let dataDir: string;
  let studio: StudioProcess;
  let target: LogServer;
  beforeAll(async () => {
    dataDir = await createDataDirectory('moved-studio');
    studio = await startStudioProcess(dataDir);
    target = await startLogServer();
  });
  afterAll(async () => {
    await studio?.stop();
    await removeDataDirectory(dataDir);
  });

  const instructorAnswer = z.object({ instructor: z.object({ id: z.number() }) });
  const classAnswer = z.object({ class: z.object({ id: z.number() }) });
  async function addTwoClasses(admin: StudioClient, date: string): Promise<[number, number]> {
    const name = { name: 'Test Instructor', prenatalSuitable: false };
    const { instructor } = await admin.expect(instructorAnswer, 'POST', '/api/admin/instructors', name);
    const add = async (time: string) => {
      const body = { name: 'reformer for all', date, time, instructorId: instructor.id, maxCapacity: 7 };
      return (await admin.expect(classAnswer, 'POST', '/api/admin/classes', body)).class.id;
    };
    return [await add('09:00'), await add('11:00')];
  }

  const readOutbox = async () => {
    const answer = await fetch(`${studio.base}/sandbox/outbox.json?limit=1000`);
    const mails = z.array(z.object({ kind: z.string(), to: z.string() })).parse(await answer.json());
    return mails
      .filter(({ kind }) => kind !== 'mailing-list')
      .map(({ kind, to }) => `${kind} ${to}`)
      .sort();
  };
  const advance = async (by: string) => {
    const answer = await fetch(`${studio.base}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: by }),
    });
    expect(answer.status).toBe(200);
  };

  it('continues with the same balances and closed month, and repeats no email', async () => {
    let admin = await new StudioClient(studio.base).staff('admin');
    const { token } = await new StudioClient(studio.base).signUp('dora@moved.example', 'Dora');
    let dora = new StudioClient(studio.base, token);
    expect(await dora.buy(5)).toMatchObject({ status: 200 });
    const today = londonDayIn(0);
    const lastMonth = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 2, 1));
    const [year, number] = [lastMonth.getUTCFullYear(), lastMonth.getUTCMonth() + 1];
    const closing = { year, month: number };
    expect(await admin.call('POST', '/api/admin/months/close', closing)).toMatchObject({ status: 200 });
    expect(await dora.buy(5)).toMatchObject({ status: 200 });
    const [classId, other] = await addTwoClasses(admin, londonDayIn(3));
    await dora.expect(bookingAnswer, 'POST', '/api/bookings', { classId });
    const query = `?year=${year}&month=${number}`;
    const readBooks = async () => [
      await admin.expect(moneyAnswer, 'GET', `/api/admin/money${query}`),
      await admin.expect(z.json(), 'GET', `/api/admin/monthly-report${query}`),
    ];
    const readMemberView = async () => ({
      passes: (await dora.expect(passesAnswer, 'GET', '/api/user/passes')).map(({ remaining }) => remaining),
      bookings: (await dora.expect(myBookings, 'GET', '/api/my-bookings')).bookings,
    });
    // Resolves when every email of what happened so far is sent.
    await advance('PT1S');
    expect(await readOutbox()).toContain('booking-confirmed dora@moved.example');

    // A running studio allows the copy, but not the switch.
    const environment = { DATA_DIR: dataDir };
    const running = await runTask('migrate-store', ['--to', target.url], environment);
    expect(running).toMatchObject({
      code: expect.toBeOneOf([0, 3]),
      printed: expect.stringContaining('events are the same, byte by byte'),
    });
    const tooEarly = await runTask('migrate-store', ['--to', target.url, '--switch'], environment);
    expect(tooEarly).toMatchObject({ code: 1, printed: expect.stringContaining('Stop the studio') });
    const before = {
      view: await readMemberView(),
      mails: await readOutbox(),
      books: withoutPositions(await readBooks()),
    };
    const boundary = await readLastClosedEvent(dataDir, null);

    await studio.stop();
    const switched = await runTask('migrate-store', ['--to', target.url, '--switch'], environment);
    expect(switched).toMatchObject({ code: 0, printed: expect.stringContaining('Switched.') });
    const old = startStudioProcess(dataDir);
    await expect(old).rejects.toThrow('moved to another event store');

    studio = await startStudioProcess(dataDir, { EVENTSTORE_URL: target.url });
    admin = await new StudioClient(studio.base).staff('admin');
    dora = new StudioClient(studio.base, token);
    await advance('PT1M');
    expect({
      view: await readMemberView(),
      mails: await readOutbox(),
      books: withoutPositions(await readBooks()),
    }).toEqual(before);
    const { bookingId } = await dora.expect(bookingAnswer, 'POST', '/api/bookings', { classId: other });
    expect(bookingId).toBeGreaterThan(Math.max(...before.view.bookings.map(({ id }) => id)));
    await waitFor(async () => (await readOutbox()).length > before.mails.length);
    expect(await readOutbox()).toEqual([...before.mails, 'booking-confirmed dora@moved.example'].sort());
    // The closed month ends with the same event, which has another position now.
    expect(await readLastClosedEvent(dataDir, target.database.url)).toBe(boundary);
    const audit = await runTask('audit', ['verify'], { ...environment, EVENTSTORE_URL: target.url });
    expect(audit).toMatchObject({ code: 0, printed: expect.stringContaining('✓ It holds') });
  });
});

/** Reads the id of the last event of the closed month; `null` stands for the embedded store. */
async function readLastClosedEvent(dataDir: string, storeDatabaseUrl: string | null): Promise<string> {
  const runtime = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8'));
  const { databaseUrl } = z.object({ databaseUrl: z.string() }).parse(runtime);
  const studio = createPool(databaseUrl, { max: 1 });
  const store = createPool(storeDatabaseUrl ?? toEventStoreDatabaseUrl(databaseUrl), { max: 1 });
  try {
    const [closing] = await readMonthClosings(studio);
    const { rows } = await store.query<{ id: string }>(
      `SELECT id FROM event_store.events WHERE position <= $1 AND get_byte(stream, 0) <> ascii('$')
       ORDER BY position DESC LIMIT 1`,
      [closing?.throughPosition],
    );
    return rows[0]?.id ?? 'none';
  } finally {
    await studio.end();
    await store.end();
  }
}

/** Removes positions of the log, which the switch changes. */
function withoutPositions(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (/position$/i.test(key) ? undefined : inner)));
}
