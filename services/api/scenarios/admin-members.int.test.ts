import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  adjustPassesAnswer,
  adminMembersAnswer,
  memberBookingsAnswer,
  memberPassesAnswer,
} from '#services/contract/admin-members.ts';
import { campaignAnswer, campaignsAnswer } from '#services/contract/campaigns.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { type Answer, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';

const singleClass = 3;
const outbox = z.array(
  z.object({ to: z.string(), kind: z.string(), list: z.number().optional(), action: z.string().optional() }),
);

let studio: RunningStudio;
let visitor: StudioClient;
let admin: StudioClient;
let classId: number;
/** Ann has booked and agreed to news, Bea has a pass and agreed, Cat did not agree. */
let ann: string;
let bea: string;
let annClient: StudioClient;

async function join(name: string, newsletter: boolean): Promise<StudioClient> {
  const { token } = await visitor.expect(z.object({ token: z.string() }), 'POST', '/api/auth/signup', {
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
    phone: '07700 900123',
    password: 'seaside-7',
    newsletter,
  });
  return new StudioClient(studio.process.base, token);
}

const list = () => admin.expect(adminMembersAnswer, 'GET', '/api/admin/members');
const memberNamed = async (name: string) => {
  const found = (await list()).members.find((member) => member.name === name);
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
};
const adjust = (id: string, what: 'add' | 'remove', body: object) =>
  admin.call('POST', `/api/admin/members/${id}/${what}-passes`, body);
const dryRun = async (method: string, path: string, body?: object) =>
  (await admin.expect(dryRunAnswer, method, `${path}?dryRun=true`, body)).effects;
const refusal = ({ status, body }: Answer) => {
  const { code, error } = errorAnswer.parse(body);
  return `${status} ${code} ${error}`;
};
const mails = async () =>
  outbox.parse(await (await fetch(`${studio.process.base}/sandbox/outbox.json?limit=1000`)).json());

beforeAll(async () => {
  studio = await startRunningStudio();
  visitor = new StudioClient(studio.process.base);
  admin = await visitor.staff('admin');
  const [first] = await openClasses(admin, 1);
  classId = first ?? 0;
  annClient = await join('Ann Shore', true);
  expect((await annClient.buy(singleClass)).status).toBe(200);
  expect((await annClient.call('POST', '/api/bookings', { classId })).status).toBe(200);
  expect((await annClient.buy(singleClass)).status).toBe(200);
  await (await join('Bea Harbour', true)).buy(singleClass);
  await join('Cat Pier', false);
  ann = (await memberNamed('Ann Shore')).id;
  bea = (await memberNamed('Bea Harbour')).id;
}, 120_000);
afterAll(() => studio.remove());

describe('the list', () => {
  it('has everyone, the newest first, with what staff look for', async () => {
    const { members } = await list();
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

  it('is the admin’s alone, as all that is done there', async () => {
    const instructor = await visitor.staff('instructor');
    const calls = [
      ['GET', '/api/admin/members'],
      ['GET', `/api/admin/member-bookings/${ann}`],
      ['GET', `/api/admin/member-passes/${ann}`],
      ['POST', `/api/admin/members/${ann}/add-passes`],
      ['POST', `/api/admin/members/${ann}/remove-passes`],
      ['DELETE', `/api/admin/members/${ann}`],
      ['GET', '/api/admin/campaigns'],
      ['POST', '/api/admin/send-prelaunch-emails'],
      ['POST', '/api/admin/brevo/add-existing-members'],
      ['POST', '/api/admin/brevo/add-non-booking-members'],
    ] as const;
    for (const [method, path] of calls) {
      const body = path.endsWith('-passes') ? { passes: 1 } : undefined;
      expect((await visitor.call(method, path, body)).status, path).toBe(401);
      expect((await annClient.call(method, path, body)).status, path).toBe(403);
      expect((await instructor.call(method, path, body)).status, path).toBe(403);
    }
  });

  it('opens to a member’s bookings and passes', async () => {
    const { bookings } = await admin.expect(memberBookingsAnswer, 'GET', `/api/admin/member-bookings/${ann}`);
    expect(bookings).toMatchObject([{ classId, status: 'confirmed', attended: null }]);
    const { passes, adjustments } = await admin.expect(
      memberPassesAnswer,
      'GET',
      `/api/admin/member-passes/${ann}`,
    );
    expect(passes.map(({ remaining, passClasses, kind }) => [remaining, passClasses, kind])).toEqual([
      [1, 1, 'purchase'],
      [0, 1, 'purchase'],
    ]);
    expect(adjustments).toEqual([]);
    expect(refusal(await admin.call('GET', '/api/admin/member-passes/nobody'))).toContain('404 NOT_FOUND');
  });
});

describe('passes by hand', () => {
  it('are added once for one click, whatever the connection does', async () => {
    const body = { passes: 2, reason: 'A class was cut short', requestKey: randomUUID() };
    const foretold = await dryRun('POST', `/api/admin/members/${bea}/add-passes`, body);
    expect(foretold.summary[0]).toMatch(
      /^2 passes added as a Studio Pass, to be used by \w{3} \d+ \w{3} \d{4}\.$/,
    );
    expect((await memberNamed('Bea Harbour')).passes).toBe(1);
    const answers = await Promise.all([1, 2, 3, 4].map(() => adjust(bea, 'add', body)));
    expect(answers.map(({ status, body: each }) => [status, adjustPassesAnswer.parse(each).passes])).toEqual(
      Array.from({ length: 4 }, () => [200, 3]),
    );
    expect((await memberNamed('Bea Harbour')).passes).toBe(3);
    const again = await dryRun('POST', `/api/admin/members/${bea}/add-passes`, body);
    expect(again).toMatchObject({
      summary: ['This was done already. Nothing more will happen.'],
      people: [],
    });
  });

  it('are removed, those given by hand first, and never more than there are', async () => {
    const three = { passes: 3, reason: 'Added to the wrong member' };
    const foretold = await dryRun('POST', `/api/admin/members/${bea}/remove-passes`, three);
    expect(foretold.counts).toEqual({ bookings: 0, passesReturned: 0, passesLost: 3, emails: 0 });
    expect(foretold.summary).toHaveLength(3);
    expect(foretold.summary[0]).toMatch(/^2 passes removed from the Studio Pass/);
    expect(foretold.summary[1]).toMatch(/^1 pass removed from the .+, worth £/);
    expect(foretold.summary[2]).toBe('Bea Harbour then has 0 passes. No email is sent.');

    expect(refusal(await adjust(bea, 'remove', { passes: 4 }))).toBe(
      '409 NOT_ENOUGH_PASSES This member has 3 passes. Remove 3 or fewer.',
    );
    const race = await Promise.all([1, 2, 3].map(() => adjust(bea, 'remove', { ...three, passes: 2 })));
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await memberNamed('Bea Harbour')).passes).toBe(1);

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

  it('can be booked with', async () => {
    const cat = await memberNamed('Cat Pier');
    expect((await adjust(cat.id, 'add', { passes: 1 })).status).toBe(200);
    const { passes } = await admin.expect(memberPassesAnswer, 'GET', `/api/admin/member-passes/${cat.id}`);
    expect(passes).toMatchObject([
      { kind: 'adjustment', passName: 'Studio Pass', passPrice: 0, remaining: 1 },
    ]);
  });
});

describe('what is done for many members', () => {
  const finished = (kind: string) =>
    waitFor(async () => {
      const { campaigns } = await admin.expect(campaignsAnswer, 'GET', '/api/admin/campaigns');
      return campaigns.find((each) => each.kind === kind && each.isFinished);
    });

  it('writes once to each member who agreed, however often it is asked for on a day', async () => {
    const path = '/api/admin/send-prelaunch-emails';
    expect(await dryRun('POST', path)).toMatchObject({
      counts: { emails: 2 },
      summary: [
        '2 members are sent one email, saying that the timetable is up and open for booking.',
        '1 member is left out: they have not agreed to news by email.',
      ],
    });
    const presses = await Promise.all([1, 2, 3].map(() => admin.expect(campaignAnswer, 'POST', path)));
    expect(new Set(presses.map(({ details }) => details.id)).size).toBe(1);
    expect(await finished('prelaunch')).toMatchObject({
      success: 2,
      successCount: 2,
      totalMembers: 2,
      successRate: '100%',
      leftOut: 1,
      failed: 0,
      waiting: 0,
    });
    const { details } = await admin.expect(campaignAnswer, 'POST', path);
    expect(details).toMatchObject({ isFinished: true, successCount: 2 });
    const sent = (await mails()).filter(({ kind }) => kind === 'prelaunch').map(({ to }) => to);
    expect(sent.toSorted()).toEqual(['ann.shore@example.com', 'bea.harbour@example.com']);
    expect((await dryRun('POST', path)).counts.emails).toBe(0);
    const jobs = await studio.query("SELECT data::text FROM bullmq.job WHERE name = 'send-prelaunch'");
    expect(jobs.length).toBeGreaterThan(0);
    expect(JSON.stringify(jobs)).not.toContain('@');
  });

  it('puts who has booked on list 13, who has not on list 14, and takes off who wants no news', async () => {
    await admin.expect(campaignAnswer, 'POST', '/api/admin/brevo/add-existing-members');
    await admin.expect(campaignAnswer, 'POST', '/api/admin/brevo/add-non-booking-members');
    expect(await finished('members-with-bookings')).toMatchObject({ success: 1, leftOut: 0 });
    expect(await finished('members-without-bookings')).toMatchObject({ success: 1, leftOut: 1 });
    const onLists = async () =>
      (await mails())
        .filter(({ kind, list: number }) => kind === 'mailing-list' && number !== 2)
        .map(({ to, list: number, action }) => `${action} ${to} ${number}`)
        .toSorted();
    const added = ['add ann.shore@example.com 13', 'add bea.harbour@example.com 14'];
    expect(await onLists()).toEqual(added);
    await annClient.call('PUT', '/api/user/consents', { newsletter: false });
    await waitFor(async () => (await onLists()).includes('remove ann.shore@example.com 13'));
  });
});

it('a member is deleted with all that follows, which is told before', async () => {
  const path = `/api/admin/members/${ann}`;
  const foretold = await dryRun('DELETE', path);
  expect(foretold.counts).toEqual({ bookings: 1, passesReturned: 0, passesLost: 2, emails: 1 });
  expect(foretold.people).toMatchObject([
    { userId: ann, effect: expect.stringMatching(/^Booking cancelled/) },
  ]);
  expect(foretold.summary.join(' ')).toMatch(
    /2 unused passes are lost, worth £\d+\.\d\d\. No money goes back\./,
  );
  expect((await memberNamed('Ann Shore')).totalBookings).toBe(1);
  expect((await admin.call('DELETE', path)).status).toBe(200);
  expect((await list()).members.map(({ name }) => name)).toEqual(['Cat Pier', 'Bea Harbour']);
  expect((await annClient.call('GET', '/api/auth/user')).status).toBe(401);
  expect(refusal(await admin.call('DELETE', path))).toContain('404 NOT_FOUND');
  await waitFor(async () => (await mails()).some(({ kind }) => kind === 'account-deleted'));
  const [booking] = await studio.query('SELECT status FROM bookings WHERE user_id = $1', [ann]);
  expect(booking).toEqual({ status: 'cancelled' });
});
