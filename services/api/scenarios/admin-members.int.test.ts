import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  adjustPassesAnswer,
  adminMembersAnswer,
  memberBookingsAnswer,
  memberPassesAnswer,
} from '#services/contract/admin-members.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { type Answer, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';

const singleClass = 3;
const outbox = z.array(z.object({ kind: z.string() }));

let studio: RunningStudio;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio();
  visitor = new StudioClient(studio.process.base);
  admin = await visitor.staff('admin');
});
afterAll(() => studio?.remove());

const readMembers = () => admin.expect(adminMembersAnswer, 'GET', '/api/admin/members');
const findMember = async (name: string) => {
  const found = (await readMembers()).members.find((member) => member.name === name);
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
};
const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;

/** Signs up a member with so many single passes. */
async function join(name: string, passes: number) {
  const client = await visitor.signUp(emailOf(name), name);
  for (let bought = 0; bought < passes; bought += 1) expect((await client.buy(singleClass)).status).toBe(200);
  return { client, id: (await findMember(name)).id };
}
/** Signs up a member with a booking and a pass to use. */
async function joinAndBook(name: string) {
  const [classId] = await openClasses(admin, 1);
  const member = await join(name, 1);
  expect((await member.client.call('POST', '/api/bookings', { classId })).status).toBe(200);
  expect((await member.client.buy(singleClass)).status).toBe(200);
  return { ...member, classId };
}
const adjustPasses = (id: string, what: 'add' | 'remove', body: object) =>
  admin.call('POST', `/api/admin/members/${id}/${what}-passes`, body);
const dryRun = async (method: string, path: string, body?: object) =>
  (await admin.expect(dryRunAnswer, method, `${path}?dryRun=true`, body)).effects;
const refusal = ({ status, body }: Answer) => {
  const { code, error } = errorAnswer.parse(body);
  return `${status} ${code} ${error}`;
};
const readMails = async (name: string) =>
  outbox.parse(
    await (
      await fetch(`${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(emailOf(name))}`)
    ).json(),
  );

describe('the member list', () => {
  it('shows every member, newest first, with contact details, passes and bookings', async () => {
    await joinAndBook('Ann Shore');
    await join('Bea Harbour', 1);
    await join('Cat Pier', 0);
    const members = (await readMembers()).members.slice(0, 3);
    expect(members.map(({ name }) => name)).toEqual(['Cat Pier', 'Bea Harbour', 'Ann Shore']);
    expect(members[2]).toMatchObject({
      email: 'ann.shore@example.com',
      phone: '07700 900123',
      passes: 1,
      hasUsedNewUserDiscount: false,
      totalBookings: 1,
      lastClassDate: null,
    });
  });

  it('is open to admins only, like every command about members', async () => {
    const { client, id } = await join('Ann Outside', 0);
    const instructor = await visitor.staff('instructor');
    const calls = [
      ['GET', '/api/admin/members'],
      ['GET', `/api/admin/member-bookings/${id}`],
      ['GET', `/api/admin/member-passes/${id}`],
      ['POST', `/api/admin/members/${id}/add-passes`],
      ['POST', `/api/admin/members/${id}/remove-passes`],
      ['DELETE', `/api/admin/members/${id}`],
      ['GET', '/api/admin/campaigns'],
      ['POST', '/api/admin/send-prelaunch-emails'],
      ['POST', '/api/admin/brevo/add-existing-members'],
      ['POST', '/api/admin/brevo/add-non-booking-members'],
    ] as const;
    for (const [method, path] of calls) {
      const body = path.endsWith('-passes') ? { passes: 1 } : undefined;
      expect((await visitor.call(method, path, body)).status, path).toBe(401);
      expect((await client.call(method, path, body)).status, path).toBe(403);
      expect((await instructor.call(method, path, body)).status, path).toBe(403);
    }
  });

  it('opens to a member’s bookings and passes', async () => {
    const { id, classId } = await joinAndBook('Ann Opens');
    const { bookings } = await admin.expect(memberBookingsAnswer, 'GET', `/api/admin/member-bookings/${id}`);
    expect(bookings).toMatchObject([{ classId, status: 'confirmed', attended: null }]);
    const { passes, adjustments } = await admin.expect(
      memberPassesAnswer,
      'GET',
      `/api/admin/member-passes/${id}`,
    );
    expect(passes.map(({ remaining, passClasses, kind }) => [remaining, passClasses, kind])).toEqual([
      [1, 1, 'purchase'],
      [0, 1, 'purchase'],
    ]);
    expect(adjustments).toEqual([]);
    expect(refusal(await admin.call('GET', '/api/admin/member-passes/nobody'))).toContain('404 NOT_FOUND');
  });
});

describe('passes given by staff', () => {
  it('are added once for one request key, however often it is sent', async () => {
    const { id: bea } = await join('Bea Added', 1);
    const body = { passes: 2, reason: 'A class was cut short', requestKey: randomUUID() };
    const preview = await dryRun('POST', `/api/admin/members/${bea}/add-passes`, body);
    expect(preview.summary[0]).toMatch(
      /^2 passes added as a Studio Pass, to be used by \w{3} \d+ \w{3} \d{4}\.$/,
    );
    expect((await findMember('Bea Added')).passes).toBe(1);
    const answers = await Promise.all([1, 2, 3, 4].map(() => adjustPasses(bea, 'add', body)));
    expect(answers.map(({ status, body: each }) => [status, adjustPassesAnswer.parse(each).passes])).toEqual(
      Array.from({ length: 4 }, () => [200, 3]),
    );
    expect((await findMember('Bea Added')).passes).toBe(3);
    const again = await dryRun('POST', `/api/admin/members/${bea}/add-passes`, body);
    expect(again).toMatchObject({
      summary: ['This was done already. Nothing more will happen.'],
      people: [],
    });
  });

  it('are removed before bought ones, and never more than the member has', async () => {
    const { id: bea } = await join('Bea Removed', 1);
    expect((await adjustPasses(bea, 'add', { passes: 2, reason: 'A class was cut short' })).status).toBe(200);
    const three = { passes: 3, reason: 'Added to the wrong member' };
    const preview = await dryRun('POST', `/api/admin/members/${bea}/remove-passes`, three);
    expect(preview.counts).toEqual({ bookings: 0, passesReturned: 0, passesLost: 3, emails: 0 });
    expect(preview.summary).toHaveLength(3);
    expect(preview.summary[0]).toMatch(/^2 passes removed from the Studio Pass/);
    expect(preview.summary[1]).toMatch(/^1 pass removed from the .+, worth £/);
    expect(preview.summary[2]).toBe('Bea Removed then has 0 passes. No email is sent.');

    expect(refusal(await adjustPasses(bea, 'remove', { passes: 4 }))).toBe(
      '409 NOT_ENOUGH_PASSES This member has 3 passes. Remove 3 or fewer.',
    );
    const race = await Promise.all([1, 2, 3].map(() => adjustPasses(bea, 'remove', { ...three, passes: 2 })));
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await findMember('Bea Removed')).passes).toBe(1);

    const { passes, adjustments } = await admin.expect(
      memberPassesAnswer,
      'GET',
      `/api/admin/member-passes/${bea}`,
    );
    expect(passes.find(({ kind }) => kind === 'adjustment')?.remaining).toBe(0);
    expect(adjustments.map(({ passes: moved, reason }) => `${moved} ${reason}`)).toEqual([
      '-2 Added to the wrong member',
      '2 A class was cut short',
    ]);
  });

  it('are shown as a Studio Pass without a price', async () => {
    const { id } = await join('Cat Given', 0);
    expect((await adjustPasses(id, 'add', { passes: 1 })).status).toBe(200);
    const { passes } = await admin.expect(memberPassesAnswer, 'GET', `/api/admin/member-passes/${id}`);
    expect(passes).toMatchObject([
      { kind: 'adjustment', passName: 'Studio Pass', passPrice: 0, remaining: 1 },
    ]);
  });
});

it('deletes a member with every consequence that the dry run lists', async () => {
  const { client, id } = await joinAndBook('Ann Deleted');
  const path = `/api/admin/members/${id}`;
  const preview = await dryRun('DELETE', path);
  expect(preview.counts).toEqual({ bookings: 1, passesReturned: 0, passesLost: 2, emails: 1 });
  expect(preview.people).toMatchObject([{ userId: id, effect: expect.stringMatching(/^Booking cancelled/) }]);
  expect(preview.summary.join(' ')).toMatch(
    /2 unused passes are lost, worth £\d+\.\d\d\. No money goes back\./,
  );
  expect((await findMember('Ann Deleted')).totalBookings).toBe(1);
  expect((await admin.call('DELETE', path)).status).toBe(200);
  expect((await readMembers()).members.map((member) => member.id)).not.toContain(id);
  expect((await client.call('GET', '/api/auth/user')).status).toBe(401);
  expect(refusal(await admin.call('DELETE', path))).toContain('404 NOT_FOUND');
  await waitFor(async () => (await readMails('Ann Deleted')).some(({ kind }) => kind === 'account-deleted'));
  const [booking] = await studio.query('SELECT status FROM bookings WHERE user_id = $1', [id]);
  expect(booking).toEqual({ status: 'cancelled' });
});
