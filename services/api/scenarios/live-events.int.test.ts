import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { userAnswer } from '#services/contract/auth.ts';
import { londonDayIn, openClasses } from '#tools/testing/open-classes.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type OpenPage, openPage } from '../testing/event-stream.fixture.ts';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startOwnStudio();
});
afterAll(() => studio?.stop());

const getTopics = ({ changes }: OpenPage) => new Set(changes.flatMap(({ topics }) => topics));
const book = (client: StudioClient, classId: number | undefined) =>
  client.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', { classId });

it('notifies a member of the wallet and bookings, and every page of the class’s day', async () => {
  const [classId] = await openClasses(await studio.admin(), 1);
  const { client: ann } = await studio.memberWithPasses(2);
  const { client: bob } = await studio.memberWithPasses(2);
  const pages = await Promise.all([
    openPage(studio.base, ann.token),
    openPage(studio.base, bob.token),
    openPage(studio.base),
    openPage(studio.base, 'not.a.token'),
  ]);
  const [annsPage, bobsPage, visitorsPage, invalidTokensPage] = pages;
  const day = londonDayIn(2);
  const forget = () => {
    for (const { changes } of pages) changes.length = 0;
  };
  // A new page first gets the changes of the set-up, merged into one.
  await waitFor(() => pages.every((page) => getTopics(page).has('classes')));
  forget();
  // Changes of the set-up have been sent once this one has.
  await (await studio.admin()).call('POST', '/api/admin/instructors', { name: 'Another Instructor' });
  await waitFor(() => pages.every((page) => getTopics(page).has('instructors')));
  forget();

  await book(ann, classId);
  await waitFor(
    () =>
      getTopics(annsPage).has('wallet') &&
      getTopics(annsPage).has('bookings') &&
      pages.every(({ changes }) =>
        changes.some(({ topics, dates }) => topics.includes('classes') && dates?.includes(day)),
      ),
  );
  for (const page of [bobsPage, visitorsPage, invalidTokensPage]) {
    expect(getTopics(page)).toEqual(new Set(['classes']));
  }
  for (const page of pages) page.close();
});

it('sends a page that opens its stream late what changed meanwhile, and of members only their own', async () => {
  const [classId] = await openClasses(await studio.admin(), 1);
  const { client: ann } = await studio.memberWithPasses(1);
  const earlyPage = await openPage(studio.base, ann.token);
  await book(ann, classId);
  await waitFor(() => getTopics(earlyPage).has('bookings') && getTopics(earlyPage).has('classes'));
  const [late, visitors] = await Promise.all([openPage(studio.base, ann.token), openPage(studio.base)]);
  await waitFor(() => getTopics(late).has('bookings') && getTopics(visitors).has('classes'));
  expect(getTopics(late)).toContain('classes');
  expect(getTopics(visitors)).not.toContain('bookings');
  for (const page of [earlyPage, late, visitors]) page.close();
});

it('sends the id of a changed member to admins, and not to instructors', async () => {
  const [classId] = await openClasses(await studio.admin(), 1);
  const { client, memberId } = await studio.memberWithPasses(2);
  const admin = await studio.admin();
  const instructor = await new StudioClient(studio.base).staff('instructor');
  const adminsPage = await openPage(studio.base, admin.token);
  const instructorsPage = await openPage(studio.base, instructor.token);
  await book(client, classId);
  const waitForChangeOf = (id: string) =>
    waitFor(() => adminsPage.changes.some(({ memberIds }) => memberIds?.includes(id)));
  await waitForChangeOf(memberId);
  await waitFor(() => getTopics(instructorsPage).has('classes'));
  expect(getTopics(instructorsPage)).not.toContain('people');
  // Staff write notes of members who signed up.
  const nora = await new StudioClient(studio.base).signUp('nora.note@example.com');
  const { user } = await nora.expect(userAnswer, 'GET', '/api/auth/user');
  await waitForChangeOf(user.id);
  adminsPage.changes.length = 0;
  const text = 'Prefers the window';
  const noted = await admin.call('POST', `/api/admin/members/${user.id}/notes`, { text });
  expect(noted.status).toBe(200);
  await waitForChangeOf(user.id);
  await admin.call('DELETE', '/api/staff/session');
  expect(await adminsPage.ended).toBe('complete');
  instructorsPage.close();
});

it('ends the streams of a session when that session ends, and no others', async () => {
  const { client: ann } = await studio.memberWithPasses(1);
  const { client: bob } = await studio.memberWithPasses(1);
  const annsPage = await openPage(studio.base, ann.token);
  const bobsPage = await openPage(studio.base, bob.token);
  await ann.call('POST', '/api/auth/signout');
  expect(await annsPage.ended).toBe('complete');
  const [classId] = await openClasses(await studio.admin(), 1);
  await book(bob, classId);
  await waitFor(() => getTopics(bobsPage).has('wallet'));
  bobsPage.close();
});

it('ends streams cleanly and answers the requests in progress when it stops', async () => {
  const stopped = await startOwnStudio();
  const classIds = await openClasses(await stopped.admin(), 10);
  const { client } = await stopped.memberWithPasses(10);
  const page = await openPage(stopped.base, client.token);
  const requests = classIds.map((classId) => client.call('POST', '/api/bookings', { classId }));
  // Once the first is answered, the others are in progress.
  await Promise.race(requests);
  const startedAt = performance.now();
  const stopping = stopped.stop();
  const answers = await Promise.allSettled(requests);
  // Each is answered, unless its connection had not been accepted yet.
  const statuses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'refused'));
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 'refused')).toEqual([]);
  expect(await page.ended).toBe('complete');
  await stopping;
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

it('closes the oldest page of a session with more than five, while every call is answered', async () => {
  const limited = await startOwnStudio({ environment: { RATE_LIMITS: 'on', LOG_LEVEL: 'fatal' } });
  try {
    const { client } = await limited.memberWithPasses(1);
    const pages: OpenPage[] = [];
    for (let index = 0; index < 40; index += 1) pages.push(await openPage(limited.base, client.token));
    expect(await Promise.all(pages.slice(0, 35).map(({ ended }) => ended))).toEqual(
      Array(35).fill('complete'),
    );
    expect(pages.map((page) => page.wasReplaced())).toEqual([
      ...Array(35).fill(true),
      ...Array(5).fill(false),
    ]);
    expect((await client.call('GET', '/api/user/passes')).status).toBe(200);
    for (const page of pages) page.close();
  } finally {
    await limited.stop();
  }
});

it('limits the visitors’ pages of one address, and not the members’', async () => {
  const limited = await startOwnStudio({ environment: { RATE_LIMITS: 'on', LOG_LEVEL: 'fatal' } });
  try {
    const visitors = await Promise.all(Array.from({ length: 20 }, () => openPage(limited.base)));
    const answer = await fetch(`${limited.base}/api/events`);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 'RATE_LIMITED' });
    const { client } = await limited.memberWithPasses(1);
    const member = await openPage(limited.base, client.token);
    visitors[0]?.close();
    const next = await waitFor(() => openPage(limited.base).catch(() => null));
    for (const page of [...visitors, member, next]) page.close();
  } finally {
    await limited.stop();
  }
});
