import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { createEventStore } from '#infra/event-store/create-event-store.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { verifyBundle } from '#services/audit/bundle/verify-bundle.ts';
import {
  auditClassAnswer,
  auditKeyAnswer,
  auditMembersAnswer,
  auditPassesAnswer,
  auditPaymentAnswer,
  auditVerifyAnswer,
} from '#services/contract/audit.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';

let studio: RunningStudio;
let store: EventStore<StudioEvent>;
let auditor: StudioClient;
let memberId: string;
let bookingId: number;
let classId: number;
let beforeCancelling: string;
const email = 'ida.tern@example.org';

const user = z.object({ user: z.object({ id: z.string() }) });
const passes = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });

/** The pass of five classes. */
async function fivePasses(): Promise<number> {
  const visitor = new StudioClient(studio.process.base);
  const { classPasses } = await visitor.expect(passes, 'GET', '/api/class-passes');
  return classPasses.find(({ name }) => name === '5 Class Pass')?.id ?? 0;
}

beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  const kept: unknown = JSON.parse(await readFile(join(studio.dataDir, 'runtime.json'), 'utf8'));
  const { eventStoreUrl } = z.object({ eventStoreUrl: z.string() }).parse(kept);
  store = createEventStore<StudioEvent>({
    connectionString: eventStoreUrl,
    registry: eventRegistry,
    // Nobody's data is opened here.
    sealer: {
      seal: () => Promise.reject(new Error('Nothing is sealed here')),
      openAll: async (sealed) => sealed.map(() => ({ forgotten: true })),
    },
    logger: createLogger({ level: 'silent', component: 'test' }),
  });
  const visitor = new StudioClient(studio.process.base);
  const admin = await visitor.staff('admin');
  auditor = await visitor.staff('auditor');
  [classId = 0] = await openClasses(admin, 1);
  const member = await visitor.signUp(email, 'Ida Tern');
  memberId = (await member.expect(user, 'GET', '/api/auth/user')).user.id;
  await member.buy(await fivePasses());
  const booked = z.object({ bookingId: z.number() });
  ({ bookingId } = await member.expect(booked, 'POST', '/api/bookings', { classId }));
  beforeCancelling = new Date().toISOString();
  const cancelled = await member.call('POST', '/api/cancel-booking', { bookingId });
  expect(cancelled.status).toBe(200);
}, 120_000);
afterAll(async () => {
  await store?.close();
  await studio?.remove();
});

const readings = async () => {
  const { events } = await store.readStream(`member-${memberId}`);
  return events.flatMap(({ type, data }) => (type === 'PersonalDataRead' ? [data] : []));
};
const passesOf = (query = '') =>
  auditor.expect(auditPassesAnswer.strict(), 'GET', `/api/audit/members/${memberId}/passes${query}`);
const verify = () => auditor.expect(auditVerifyAnswer.strict(), 'GET', '/api/audit/verify');

/** `npm run audit`, as an auditor runs it. */
function audit(...args: string[]): Promise<{ code: number; text: string }> {
  const program = new URL('../../../tools/tasks/audit.ts', import.meta.url).pathname;
  const env = { ...process.env, DATA_DIR: studio.dataDir };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
    });
  });
}

describe('the auditor’s desk', () => {
  it('is for auditors and admins', async () => {
    const visitor = new StudioClient(studio.process.base);
    const path = `/api/audit/members/${memberId}/passes`;
    expect((await visitor.call('GET', path)).status).toBe(401);
    expect((await (await visitor.staff('instructor')).call('GET', path)).status).toBe(403);
    expect((await (await visitor.staff('admin')).call('GET', '/api/audit/key')).status).toBe(200);
  });

  it('finds a member by email, booking and id, and notes once an hour that it was looked', async () => {
    for (const [query, matchedBy] of [
      [email.toUpperCase(), 'email'],
      [String(bookingId), 'booking'],
      [memberId, 'id'],
    ]) {
      const path = `/api/audit/members?query=${encodeURIComponent(query ?? '')}`;
      const { members } = await auditor.expect(auditMembersAnswer.strict(), 'GET', path);
      expect(members).toEqual([{ memberId, name: 'Ida Tern', email, erased: false, matchedBy }]);
    }
    const nobody = await auditor.expect(auditMembersAnswer, 'GET', '/api/audit/members?query=nobody');
    expect(nobody.members).toEqual([]);
    await passesOf();
    expect(await readings()).toMatchObject([{ memberId, what: 'audit', reader: 'auditor' }]);
  });

  it('tells where each pass is, how it came there, and how it stood at any instant', async () => {
    const now = await passesOf();
    expect(now).toMatchObject({ balanced: true, totals: { granted: 5, available: 5, used: 0 } });
    expect(now.member).toMatchObject({ name: 'Ida Tern', erased: false });
    expect(now.events.map(({ type }) => type)).toEqual([
      'PaymentStarted',
      'PaymentSucceeded',
      'LotGranted',
      'PassHeld',
      'SeatBooked',
      'PassSpent',
      'SeatReleased',
      'PassReturned',
    ]);
    expect(now.events.at(-1)).toMatchObject({
      actor: { kind: 'member', label: 'the member' },
      causedBy: { type: 'SeatReleased' },
      moved: { passes: 1, from: 'used', to: 'available' },
      balance: { available: 5, used: 0 },
    });
    const then = await passesOf(`?asOf=${beforeCancelling}`);
    expect(then).toMatchObject({ asOf: beforeCancelling, totals: { available: 4, used: 1 } });
    expect((await passesOf('?asOf=2020-01-01T00:00:00Z')).lots).toEqual([]);

    const { lots } = now;
    const intent = lots[0]?.paymentIntentId ?? '';
    const payment = await auditor.expect(auditPaymentAnswer.strict(), 'GET', `/api/audit/payments/${intent}`);
    expect(payment).toMatchObject({ payment: { status: 'succeeded', memberId }, lot: { available: 5 } });
    const path = `/api/audit/classes/${classId}`;
    const inClass = await auditor.expect(auditClassAnswer.strict(), 'GET', path);
    expect(inClass).toMatchObject({
      count: { taken: 0 },
      seats: [{ bookingId, memberId, released: { reason: 'cancelled' } }],
    });
    const before = await auditor.expect(auditClassAnswer, 'GET', `${path}?asOf=${beforeCancelling}`);
    expect(before).toMatchObject({ count: { taken: 1 }, seats: [{ released: null }] });
  });

  it('shows a member who left as such, with their passes still in balance', async () => {
    const visitor = new StudioClient(studio.process.base);
    const gone = await visitor.signUp('gone@example.org', 'Gone Gull');
    const goneId = (await gone.expect(user, 'GET', '/api/auth/user')).user.id;
    await gone.buy(await fivePasses());
    expect((await gone.call('DELETE', '/api/user', { password: 'seaside-7' })).status).toBe(200);
    const path = `/api/audit/members/${goneId}/passes`;
    const left = await waitFor(async () => {
      const answer = await auditor.expect(auditPassesAnswer, 'GET', path);
      return answer.member.erased && answer;
    });
    expect(left.member).toEqual({ memberId: goneId, name: null, email: null, erased: true });
    expect(left).toMatchObject({ balanced: true, totals: { granted: 5, available: 5 } });
    const none = await auditor.expect(auditMembersAnswer, 'GET', '/api/audit/members?query=gone@example.org');
    expect(none.members).toEqual([]);
  });

  it('gives evidence that holds without the studio, and shows when it was tampered with', async () => {
    const csv = await auditor.call('GET', `/api/audit/members/${memberId}/export?format=csv`);
    expect(String(csv.body).split('\r\n')).toHaveLength(10);
    const { fingerprint } = await auditor.expect(auditKeyAnswer.strict(), 'GET', '/api/audit/key');
    const exported = await auditor.call('GET', `/api/audit/members/${memberId}/export?format=json`);
    const text = JSON.stringify(exported.body);
    expect(text).not.toMatch(/Ida|tern@/i);
    expect(verifyBundle(text)).toMatchObject({ about: { memberId, fingerprint }, problems: [] });

    const file = join(studio.dataDir, 'bundle.json');
    await writeFile(file, text);
    const good = await audit('verify', file, '--key', fingerprint);
    expect(good).toMatchObject({ code: 0, text: expect.stringContaining('✓ It holds') });
    await writeFile(file, text.replace('"passes":5', '"passes":6'));
    const bad = await audit('verify', file);
    expect(bad.code).toBe(1);
    expect(bad.text).toContain('✗ The signature is not that of this content.');
  });
});

describe('the whole store', () => {
  it('holds', async () => {
    const { state, verdict } = await verify();
    expect(state).toBe('done');
    expect(verdict?.events.exceptions).toEqual([]);
    expect(verdict?.readModels).toMatchObject({ differences: [], notCompared: [] });
    expect(verdict).toMatchObject({ holds: true, events: { totals: { lots: 2, bookings: 1, payments: 2 } } });
    expect(verdict?.events.totals.pence.received).toBeGreaterThan(0);
    const last = await auditor.expect(auditVerifyAnswer, 'GET', '/api/audit/verify?show=last');
    expect(last.verdict).toEqual(verdict);
    const said = await audit('verify');
    expect(said.text).toContain('✓ It holds: every pass is where the events say.');
    expect(said.code).toBe(0);
  });

  it('does not once something is damaged, and each damage is named', async () => {
    const wallet = `wallet-${memberId}`;
    const { events, revision } = await store.readStream(wallet);
    const spent = events.find(({ type }) => type === 'PassSpent');
    if (spent === undefined || revision === null) throw new Error('Nothing was spent');
    const { type, data } = spent;
    if (type !== 'PassSpent') throw new Error('Nothing was spent');
    const context = () => ({
      now: new Date(),
      commandId: randomUUID(),
      actor: { kind: 'system', name: 'damage' } as const,
    });
    // An event of a wallet a second time, and a grant that nobody paid for.
    await store.append(wallet, revision, [{ type, data }], context());
    const grant: StudioEvent = {
      type: 'LotGranted',
      data: {
        memberId,
        lotId: 'lot-of-nobody',
        kind: 'purchase',
        passName: '20 Class Pass',
        passes: 20,
        pricePence: 32_000,
        expiresAt: new Date(Date.now() + 30 * millisecondsInDay).toISOString(),
        passId: 7,
        paymentIntentId: 'pi_of_nobody',
        offer: null,
        at: new Date().toISOString(),
      },
    };
    await store.append(wallet, revision + 1n, [grant], context());
    await studio.query(`UPDATE settings SET value = 'changed' WHERE key = 'priority_booking_hours'`);

    const { verdict } = await verify();
    expect(verdict?.holds).toBe(false);
    expect(verdict?.events.exceptions).toMatchObject([
      { code: 'ILLEGAL_MOVE', stream: wallet, revision: Number(revision) + 1, memberId, bookingId },
      { code: 'LOT_WITHOUT_PAYMENT', lotId: 'lot-of-nobody', paymentIntentId: 'pi_of_nobody' },
    ]);
    const changed = verdict?.readModels.differences.filter(({ table }) => table === 'settings');
    expect(changed).toMatchObject([
      { key: { key: 'priority_booking_hours' }, column: 'value', expected: '12', found: 'changed' },
    ]);
    expect((await passesOf()).balanced).toBe(false);

    const said = await audit('verify');
    expect(said.code).toBe(1);
    expect(said.text).toMatch(
      /ILLEGAL_MOVE.*[\s\S]*LOT_WITHOUT_PAYMENT[\s\S]*priority_booking_hours[\s\S]*does not hold/,
    );
  });
});
