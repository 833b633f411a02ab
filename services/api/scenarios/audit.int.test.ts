import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyBundle } from '#services/audit/bundle/verify-bundle.ts';
import {
  auditClassAnswer,
  auditClassMembersAnswer,
  auditMembersAnswer,
  auditPassesAnswer,
  auditPaymentAnswer,
} from '#services/contract/audit.ts';
import { auditKeyAnswer } from '#services/contract/erasure-certificate.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { AuditedStudio } from '../testing/audited-studio.fixture.ts';

let studio: AuditedStudio;
let auditor: StudioClient;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await AuditedStudio.start();
  ({ auditor, visitor } = studio);
});
afterAll(() => studio?.stop());

const readPasses = (memberId: string, query = '') =>
  auditor.expect(auditPassesAnswer.strict(), 'GET', `/api/audit/members/${memberId}/passes${query}`);

describe('an audit', () => {
  it('is open to auditors and admins only', async () => {
    const { memberId } = await studio.signUpWithFivePasses('ada.tern@example.org', 'Ada Tern');
    const path = `/api/audit/members/${memberId}/passes`;
    expect((await visitor.call('GET', path)).status).toBe(401);
    expect((await (await visitor.staff('instructor')).call('GET', path)).status).toBe(403);
    expect((await (await visitor.staff('admin')).call('GET', '/api/audit/key')).status).toBe(200);
  });

  it('finds a member by email, booking and id, and records once an hour that their data was read', async () => {
    const member = await studio.addMemberWithCancellation('ida.tern@example.org', 'Ida Tern');
    const { memberId, email, bookingId } = member;
    for (const [query, matchedBy] of [
      [email.toUpperCase(), 'email'],
      [String(bookingId), 'booking'],
      [memberId, 'id'],
    ]) {
      const path = `/api/audit/members?query=${encodeURIComponent(query ?? '')}`;
      const { members } = await auditor.expect(auditMembersAnswer.strict(), 'GET', path);
      expect(members).toEqual([{ memberId, name: 'Ida Tern', email, erased: false, matchedBy }]);
    }
    const unmatched = await auditor.expect(auditMembersAnswer, 'GET', '/api/audit/members?query=nobody');
    expect(unmatched.members).toEqual([]);
    await readPasses(memberId);
    const { events } = await studio.store.readStream(`member-${memberId}`);
    const readings = events.flatMap(({ type, data }) => (type === 'PersonalDataRead' ? [data] : []));
    expect(readings).toMatchObject([{ memberId, what: 'audit', reader: 'auditor' }]);
  });

  it('shows where each pass is, how it came there, and its state at any instant', async () => {
    const member = await studio.addMemberWithCancellation('una.tern@example.org', 'Una Tern');
    const { memberId, bookingId, classId, beforeCancelling } = member;
    const now = await readPasses(memberId);
    expect(now).toMatchObject({ balanced: true, totals: { granted: 5, available: 5, used: 0 } });
    expect(now.member).toMatchObject({ name: 'Una Tern', erased: false });
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
    const then = await readPasses(memberId, `?asOf=${beforeCancelling}`);
    expect(then).toMatchObject({ asOf: beforeCancelling, totals: { available: 4, used: 1 } });
    expect((await readPasses(memberId, '?asOf=2020-01-01T00:00:00Z')).lots).toEqual([]);

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

  it('names the members of a class to auditors and admins, and records that each was read', async () => {
    const { memberId, classId } = await studio.addMemberWithCancellation('nan.tern@example.org', 'Nan Tern');
    const path = `/api/audit/classes/${classId}/members`;
    expect((await visitor.call('GET', path)).status).toBe(401);
    expect((await (await visitor.staff('instructor')).call('GET', path)).status).toBe(403);
    expect((await auditor.call('GET', '/api/audit/classes/999999/members')).status).toBe(404);
    const readings = async () =>
      (await studio.store.readStream(`member-${memberId}`)).events.flatMap(({ type, data }) =>
        type === 'PersonalDataRead' ? [data] : [],
      );
    await auditor.expect(auditClassAnswer.strict(), 'GET', `/api/audit/classes/${classId}`);
    expect(await readings()).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      const { members } = await auditor.expect(auditClassMembersAnswer.strict(), 'GET', path);
      expect(members).toEqual([{ memberId, name: 'Nan Tern' }]);
    }
    expect(await readings()).toMatchObject([{ memberId, what: 'audit', reader: 'auditor' }]);
    const admin = await visitor.staff('admin');
    expect((await admin.call('DELETE', `/api/admin/members/${memberId}`)).status).toBe(200);
    expect((await auditor.expect(auditClassMembersAnswer, 'GET', path)).members).toEqual([]);
  });

  it('shows an erased member as such, with their passes still in balance', async () => {
    const { client, memberId } = await studio.signUpWithFivePasses('gone@example.org', 'Gone Gull');
    expect((await client.call('DELETE', '/api/user', { password: 'seaside-7' })).status).toBe(200);
    const path = `/api/audit/members/${memberId}/passes`;
    const left = await waitFor(async () => {
      const answer = await auditor.expect(auditPassesAnswer, 'GET', path);
      return answer.member.erased && answer;
    });
    expect(left.member).toEqual({ memberId, name: null, email: null, erased: true });
    expect(left).toMatchObject({ balanced: true, totals: { granted: 5, available: 5 } });
    const none = await auditor.expect(auditMembersAnswer, 'GET', '/api/audit/members?query=gone@example.org');
    expect(none.members).toEqual([]);
  });

  it('exports evidence that can be verified without the studio, and fails when it was changed', async () => {
    const { memberId } = await studio.addMemberWithCancellation('eva.tern@example.org', 'Eva Tern');
    const csv = await auditor.call('GET', `/api/audit/members/${memberId}/export?format=csv`);
    expect(String(csv.body).split('\r\n')).toHaveLength(10);
    const { fingerprint } = await auditor.expect(auditKeyAnswer.strict(), 'GET', '/api/audit/key');
    const exported = await auditor.call('GET', `/api/audit/members/${memberId}/export?format=json`);
    const text = JSON.stringify(exported.body);
    expect(text).not.toMatch(/Eva|tern@/i);
    expect(verifyBundle(text)).toMatchObject({ about: { memberId, fingerprint }, problems: [] });

    const file = join(studio.running.dataDir, 'bundle.json');
    await writeFile(file, text);
    const good = await studio.runAudit('verify', file, '--key', fingerprint);
    expect(good).toMatchObject({ code: 0, text: expect.stringContaining('✓ It holds') });
    await writeFile(file, text.replace('"passes":5', '"passes":6'));
    const bad = await studio.runAudit('verify', file);
    expect(bad.code).toBe(1);
    expect(bad.text).toContain('✗ The signature is not that of this content.');
  });
});
