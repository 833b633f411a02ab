import { computeReminderTime } from '#domain/wallet/reminder.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { REMOVED_MEMBER } from '#projections/definition/removed-member.ts';
import { getWalletMove, isWalletRecord, type Place, type WalletRecord } from './moves.ts';
import { walletLots } from './tables.ts';

const createDelta = (place: Place | null, passes: number): Partial<Record<Place, number>> =>
  place === null ? {} : { [place]: passes };

/** The passes demanded by refunds and disputes after an event, and those that the event recalled; null for other events. */
function getRecall(event: WalletRecord): { demanded: number; recalled: number } | null {
  if (event.type === 'LotRestored') return { demanded: event.data.demanded, recalled: -event.data.passes };
  if (event.type !== 'LotRevoked') return null;
  const { reason, demanded, passes: recalled } = event.data;
  return reason === 'refund' || reason === 'dispute' ? { demanded, recalled } : null;
}

const computeRemindAt = (setAt: string, expiresAt: string) =>
  computeReminderTime(new Date(setAt), new Date(expiresAt))?.toISOString() ?? null;

function project(event: StudioRecord, write: Writer): void {
  if (event.type === 'MemberRecordsRemoved') {
    const removed = { member_id: REMOVED_MEMBER, payment_intent_id: null };
    write.patchAll(walletLots, { column: 'member_id', is: event.data.memberId }, removed);
    return;
  }
  if (!isWalletRecord(event)) return;
  const { memberId, lotId, at } = event.data;
  const { passes, from, to } = getWalletMove(event);
  if (event.type === 'LotGranted') {
    const { kind, passId, passName, pricePence, paymentIntentId, offer, expiresAt, brought } = event.data;
    write.put(walletLots, {
      lot_id: lotId,
      member_id: memberId,
      kind,
      pass_id: passId,
      pass_name: passName,
      price_pence: pricePence,
      payment_intent_id: paymentIntentId,
      offer,
      granted: passes,
      available: passes,
      held: 0,
      used: 0,
      forfeited: 0,
      expired: 0,
      revoked: 0,
      demanded: 0,
      recalled: 0,
      expires_at: expiresAt,
      remind_at: computeRemindAt(at, expiresAt),
      granted_at: at,
      import_id: brought?.importId ?? null,
      import_source: brought?.source ?? null,
      import_classes: brought?.classes ?? null,
      import_begins: brought?.begins ?? null,
    });
  } else if (event.type === 'LotExtended' || event.type === 'LotExtensionWithdrawn') {
    const { expiresAt } = event.data;
    write.patch(
      walletLots,
      { lot_id: lotId },
      { expires_at: expiresAt, remind_at: computeRemindAt(at, expiresAt) },
    );
  } else if (event.type === 'LotClosed') {
    write.patch(walletLots, { lot_id: lotId }, { expires_at: event.data.expiresAt, remind_at: null });
  } else {
    write.add(walletLots, { lot_id: lotId }, { ...createDelta(from, -passes), ...createDelta(to, passes) });
  }
  const recall = getRecall(event);
  if (recall !== null) {
    write.patch(walletLots, { lot_id: lotId }, { demanded: recall.demanded });
    write.add(walletLots, { lot_id: lotId }, { recalled: recall.recalled });
  }
  write.changed({ kind: 'member', memberId, what: 'wallet' });
}

export const wallet: Projection = {
  name: 'wallet',
  version: 5,
  tables: [walletLots],
  project,
};
