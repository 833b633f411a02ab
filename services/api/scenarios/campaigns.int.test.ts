import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { campaignAnswer, campaignsAnswer } from '#services/contract/campaigns.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';

const singleClass = 3;
const outbox = z.array(
  z.object({
    to: z.string(),
    kind: z.string(),
    text: z.string().default(''),
    list: z.number().optional(),
    action: z.string().optional(),
  }),
);

const userAnswer = z.object({ user: z.object({ email: z.string() }) });

// Campaigns address every member of the studio, so the members are the same for all tests here.
let studio: RunningStudio;
let admin: StudioClient;
let ann: StudioClient;
let bea: StudioClient;

const agreeToNews = (client: StudioClient, newsletter: boolean) =>
  client.call('PUT', '/api/user/consents', { newsletter });

/** Ann has booked and agreed to news, Bea has a pass and agreed, Cat did not agree. */
beforeAll(async () => {
  studio = await startRunningStudio();
  const visitor = new StudioClient(studio.process.base);
  admin = await visitor.staff('admin');
  const [classId] = await openClasses(admin, 1);
  const join = async (name: string, newsletter: boolean) => {
    const { token } = await visitor.expect(z.object({ token: z.string() }), 'POST', '/api/auth/signup', {
      name,
      email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
      phone: '07700 900123',
      password: 'seaside-7',
      newsletter,
    });
    return new StudioClient(studio.process.base, token);
  };
  ann = await join('Ann Shore', true);
  expect((await ann.buy(singleClass)).status).toBe(200);
  expect((await ann.call('POST', '/api/bookings', { classId })).status).toBe(200);
  bea = await join('Bea Harbour', true);
  await bea.buy(singleClass);
  await join('Cat Pier', false);
});
afterAll(() => studio?.remove());

const readEmail = async (client: StudioClient) =>
  (await client.expect(userAnswer, 'GET', '/api/auth/user')).user.email;
const dryRun = async (path: string) =>
  (await admin.expect(dryRunAnswer, 'POST', `${path}?dryRun=true`)).effects;
const readMails = async () =>
  outbox.parse(await (await fetch(`${studio.process.base}/sandbox/outbox.json?limit=1000`)).json());

describe('a campaign', () => {
  const waitForCampaign = (kind: string) =>
    waitFor(async () => {
      const { campaigns } = await admin.expect(campaignsAnswer, 'GET', '/api/admin/campaigns');
      return campaigns.find((each) => each.kind === kind && each.isFinished);
    });

  it('mails each consenting member at most once a day, however often it is started', async () => {
    const path = '/api/admin/send-prelaunch-emails';
    expect(await dryRun(path)).toMatchObject({
      counts: { emails: 2 },
      summary: [
        '2 members are sent one email, saying that the timetable is up and open for booking.',
        '1 member is left out: they have not agreed to news by email.',
      ],
    });
    const requests = await Promise.all([1, 2, 3].map(() => admin.expect(campaignAnswer, 'POST', path)));
    expect(new Set(requests.map(({ details }) => details.id)).size).toBe(1);
    expect(await waitForCampaign('prelaunch')).toMatchObject({
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
    const sent = (await readMails()).filter(({ kind }) => kind === 'prelaunch').map(({ to }) => to);
    // The other test changes Bea’s address.
    expect(sent.toSorted()).toEqual([await readEmail(ann), await readEmail(bea)]);
    expect((await dryRun(path)).counts.emails).toBe(0);
    const jobs = await studio.query("SELECT data::text FROM bullmq.job WHERE name = 'send-prelaunch'");
    expect(jobs.length).toBeGreaterThan(0);
    expect(JSON.stringify(jobs)).not.toContain('@');
  });

  it('adds members with bookings to list 13 and others to list 14, and withdrawn consent removes them', async () => {
    await admin.expect(campaignAnswer, 'POST', '/api/admin/brevo/add-existing-members');
    await admin.expect(campaignAnswer, 'POST', '/api/admin/brevo/add-non-booking-members');
    expect(await waitForCampaign('members-with-bookings')).toMatchObject({ success: 1, leftOut: 0 });
    expect(await waitForCampaign('members-without-bookings')).toMatchObject({ success: 1, leftOut: 1 });
    const readListChanges = async () =>
      (await readMails())
        .filter(({ kind, list: number }) => kind === 'mailing-list' && number !== 2)
        .map(({ to, list: number, action }) => `${action} ${to} ${number}`)
        .toSorted();
    const added = ['add ann.shore@example.com 13', 'add bea.harbour@example.com 14'];
    expect(await readListChanges()).toEqual(added);
    // They follow a change of address, with the newsletter.
    const [old, next] = ['bea.harbour@example.com', 'bea.next@example.com'];
    const change = { newEmail: next, currentPassword: 'seaside-7' };
    expect((await bea.call('POST', '/api/user/email', change)).status).toBe(200);
    const link = await waitFor(async () =>
      (await readMails()).find(({ to, kind }) => to === next && kind === 'email-change'),
    );
    const token = /\/confirm-email\?token=([\w-]+)/.exec(link.text)?.[1];
    expect((await bea.call('POST', '/api/auth/confirm-email', { token })).status).toBe(200);
    const readChangesOf = async (email: string) =>
      (await readMails())
        .filter(({ to, kind }) => to === email && kind === 'mailing-list')
        .map(({ list: number, action }) => `${action} ${number}`)
        .toSorted();
    await waitFor(async () => (await readChangesOf(next)).length === 2);
    expect(await readChangesOf(next)).toEqual(['add 14', 'add 2']);
    expect(await readChangesOf(old)).toEqual(['add 14', 'add 2', 'remove 14', 'remove 2']);
    onTestFinished(async () => void (await agreeToNews(ann, true)));
    await agreeToNews(ann, false);
    await waitFor(async () => (await readListChanges()).includes('remove ann.shore@example.com 13'));
  });
});
