import { toLondonDay } from '#domain/london-time.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { REMOVED_MEMBER } from '#projections/definition/removed-member.ts';
import { type MoneyKind, moneyEntries } from './tables.ts';

interface Movement {
  readonly kind: MoneyKind;
  readonly amountPence: number;
  readonly paymentIntentId: string | null;
  readonly invoiceId: string | null;
  readonly lotId: string | null;
}

/** The money movements of an event. */
function getMovements(event: StudioRecord): readonly Movement[] {
  const ofPasses = (
    kind: MoneyKind,
    amountPence: number,
    paymentIntentId: string,
    lotId: string | null = null,
  ): Movement[] => [{ kind, amountPence, paymentIntentId, invoiceId: null, lotId }];
  switch (event.type) {
    case 'PaymentSucceeded':
      return ofPasses('pass_sale', event.data.amountPence, event.data.paymentIntentId, event.data.lotId);
    case 'PaymentRefunded':
      return ofPasses('pass_refund', -event.data.amountPence, event.data.paymentIntentId);
    case 'PaymentRefundFailed':
      return ofPasses('pass_refund_failed', event.data.amountPence, event.data.paymentIntentId);
    case 'PaymentDisputed':
      return ofPasses('pass_dispute', -event.data.amountPence, event.data.paymentIntentId);
    case 'PaymentDisputeWon':
      return ofPasses('pass_dispute_won', event.data.amountPence, event.data.paymentIntentId);
    case 'MembershipStarted':
    case 'MembershipRenewed':
    case 'MembershipPlanUpgraded': {
      const { amountPence, paymentIntentId, invoiceId, lotId } = event.data;
      return [{ kind: 'membership_sale', amountPence, paymentIntentId, invoiceId, lotId }];
    }
    case 'MembershipMoneyReturned': {
      const { changePence, paymentIntentId, invoiceId } = event.data;
      return [
        { kind: 'membership_return', amountPence: -changePence, paymentIntentId, invoiceId, lotId: null },
      ];
    }
    // The payment was received and refunded immediately.
    case 'MembershipRefused': {
      const { amountPence, invoiceId } = event.data;
      const refused = { paymentIntentId: null, invoiceId, lotId: null };
      return [
        { kind: 'membership_sale', amountPence, ...refused },
        { kind: 'membership_return', amountPence: -amountPence, ...refused },
      ];
    }
    default:
      return [];
  }
}

function project(event: StudioRecord, write: Writer): void {
  if (event.type === 'MemberRecordsRemoved') {
    const withoutMember = { member_id: REMOVED_MEMBER, payment_intent_id: null, invoice_id: null };
    write.patchAll(moneyEntries, { column: 'member_id', is: event.data.memberId }, withoutMember);
    return;
  }
  const movements = getMovements(event);
  if (movements.length === 0 || !('memberId' in event.data)) return;
  const { at, memberId } = event.data;
  const day = toLondonDay(new Date(at));
  write.changed({ kind: 'member', memberId, what: 'wallet' });
  for (const { kind, amountPence, paymentIntentId, invoiceId, lotId } of movements) {
    if (amountPence === 0) continue;
    write.put(moneyEntries, {
      id: `${event.stream}@${event.revision}/${kind}`,
      kind,
      amount_pence: amountPence,
      at,
      day,
      month: day.slice(0, 7),
      member_id: memberId,
      payment_intent_id: paymentIntentId,
      invoice_id: invoiceId,
      lot_id: lotId,
      position: String(event.position),
      stream: event.stream,
      revision: String(event.revision),
    });
  }
}

export const money: Projection = { name: 'money', version: 3, tables: [moneyEntries], project };
