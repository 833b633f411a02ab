import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StudioEvent } from '#domain/registry.ts';
import { auditPassesAnswer } from '#services/contract/audit.ts';
import { auditVerifyAnswer } from '#services/contract/audit-verification.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { AuditedStudio } from '../testing/audited-studio.fixture.ts';

/** Each test has a studio of its own, because damage to the event store cannot be undone. */
async function startStudioWithMember() {
  const studio = await AuditedStudio.start();
  onTestFinished(() => studio.stop());
  const member = await studio.addMemberWithCancellation('ida.tern@example.org', 'Ida Tern');
  return { ...member, studio, auditor: studio.auditor };
}

describe('the verification of the store', () => {
  it('finds no exception in a sound store', async () => {
    const { studio, auditor } = await startStudioWithMember();
    await studio.signUpWithFivePasses('una.tern@example.org', 'Una Tern');
    const verdict = await verifyStore(auditor);
    expect(verdict?.events.exceptions).toEqual([]);
    expect(verdict?.readModels).toMatchObject({ differences: [], notCompared: [] });
    expect(verdict).toMatchObject({ holds: true, events: { totals: { lots: 2, bookings: 1, payments: 2 } } });
    expect(verdict?.events.totals.pence.received).toBeGreaterThan(0);
    const last = await auditor.expect(auditVerifyAnswer, 'GET', '/api/audit/verify?show=last');
    expect(last.verdict).toEqual(verdict);
    const printed = await studio.runAudit('verify');
    expect(printed.text).toContain('✓ It holds: every pass is where the events say.');
    expect(printed.code).toBe(0);
  });

  it('names each damage in the store and the read models', async () => {
    const { studio, auditor, memberId, bookingId } = await startStudioWithMember();
    const { store, running } = studio;
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
    // A repeated event in a wallet, and a grant without a payment.
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
    await running.query(`UPDATE settings SET value = 'changed' WHERE key = 'priority_booking_hours'`);

    const verdict = await verifyStore(auditor);
    expect(verdict?.holds).toBe(false);
    expect(verdict?.events.exceptions).toMatchObject([
      { code: 'ILLEGAL_MOVE', stream: wallet, revision: Number(revision) + 1, memberId, bookingId },
      { code: 'LOT_WITHOUT_PAYMENT', lotId: 'lot-of-nobody', paymentIntentId: 'pi_of_nobody' },
    ]);
    const changed = verdict?.readModels.differences.filter(({ table }) => table === 'settings');
    expect(changed).toMatchObject([
      { key: { key: 'priority_booking_hours' }, column: 'value', expected: '12', found: 'changed' },
    ]);
    const path = `/api/audit/members/${memberId}/passes`;
    expect((await auditor.expect(auditPassesAnswer.strict(), 'GET', path)).balanced).toBe(false);

    const printed = await studio.runAudit('verify');
    expect(printed.code).toBe(1);
    expect(printed.text).toMatch(
      /ILLEGAL_MOVE.*[\s\S]*LOT_WITHOUT_PAYMENT[\s\S]*priority_booking_hours[\s\S]*does not hold/,
    );
  });
});
