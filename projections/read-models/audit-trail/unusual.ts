import type { StudioEvent } from '#domain/registry.ts';
import type { StudioRecord } from '#projections/definition/projection.ts';
import type { UnusualKind } from './tables.ts';

/** The types of unusual events, one a line. */
const unusualTypes: { readonly [Type in StudioEvent['type']]?: UnusualKind } = {
  LotGranted: 'adjustment',
  LotRevoked: 'adjustment',
  ImportBegun: 'adjustment',
  ImportUndoBegun: 'adjustment',
  SeatReleased: 'removal',
  MemberErased: 'removal',
  MemberRecordsRemoved: 'removal',
  StudioExported: 'export',
  PaymentRefunded: 'refund',
  PaymentRefundFailed: 'refund',
  PaymentDisputed: 'refund',
  PaymentDisputeWon: 'refund',
  DisputeAnswered: 'refund',
  MembershipMoneyReturned: 'refund',
  RulesChanged: 'rules',
  SettingChanged: 'rules',
};

/** Whether this event of an unusual type is an everyday one. */
function isEveryday(event: StudioRecord): boolean {
  switch (event.type) {
    case 'LotGranted':
      return event.data.kind !== 'adjustment';
    case 'LotRevoked':
      return event.data.reason !== 'staff';
    case 'SeatReleased':
      return event.data.reason !== 'removed';
    // The rules and settings that a studio opens with.
    case 'RulesChanged':
    case 'SettingChanged':
      return event.metadata.actor.kind === 'system';
    default:
      return false;
  }
}

/** Why an event is unusual; null for an everyday one. */
export function findUnusualKind(event: StudioRecord): UnusualKind | null {
  const kind = unusualTypes[event.type];
  return kind === undefined || isEveryday(event) ? null : kind;
}
