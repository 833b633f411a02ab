import { addDaysToDay, getMonday, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import {
  type FigureSource,
  getGrants,
  getLotsOfOtherPrice,
  getLotsWithoutSale,
  getMoneyEntries,
  getOwedLots,
  getPassMoves,
  getReadings,
  getSalesWithoutLot,
  getUnusualEvents,
} from '#projections/read-models/audit-trail/figure-queries.ts';
import type { AuditFigureAnswer, AuditFigureQuery } from '#services/contract/audit-overview.ts';

/** The London week of a day: its Monday and Sunday, and the instants at which it starts and ends (exclusive). */
export function getWeek(day: string) {
  const from = getMonday(day);
  return {
    from,
    to: addDaysToDay(from, 6),
    startsAt: toLondonInstant(from, '00:00'),
    endsAt: toLondonInstant(addDaysToDay(from, 7), '00:00'),
  };
}

/** Returns the rows that a figure of the overview sums. */
export function getFigureSource(
  { figure, month, week, reader, what }: AuditFigureQuery,
  now: Date,
): { readonly source: FigureSource; readonly unit: AuditFigureAnswer['unit'] } {
  switch (figure) {
    case 'granted':
    case 'available':
    case 'held':
    case 'used':
    case 'forfeited':
    case 'expired':
    case 'revoked':
      return { source: getPassMoves(figure, month), unit: 'passes' };
    case 'received':
      return { source: getMoneyEntries(['pass_sale', 'membership_sale']), unit: 'pence' };
    case 'received_passes':
      return { source: getMoneyEntries(['pass_sale']), unit: 'pence' };
    case 'received_memberships':
      return { source: getMoneyEntries(['membership_sale']), unit: 'pence' };
    case 'refunded':
      return {
        source: getMoneyEntries(['pass_refund', 'pass_refund_failed', 'membership_return'], -1),
        unit: 'pence',
      };
    case 'disputed':
      return { source: getMoneyEntries(['pass_dispute', 'pass_dispute_won'], -1), unit: 'pence' };
    case 'lots_purchase':
      return { source: getGrants('purchase', 'price_pence'), unit: 'pence' };
    case 'lots_membership':
      return { source: getGrants('membership', 'price_pence'), unit: 'pence' };
    case 'lots_adjustment':
      return { source: getGrants('adjustment', 'granted'), unit: 'passes' };
    case 'lots_import':
      return { source: getGrants('import', 'price_pence'), unit: 'pence' };
    case 'sales_without_lot':
      return { source: getSalesWithoutLot(), unit: 'pence' };
    case 'lots_without_sale':
      return { source: getLotsWithoutSale(), unit: 'pence' };
    case 'lots_other_price':
      return { source: getLotsOfOtherPrice(), unit: 'pence' };
    case 'liability':
      return { source: getOwedLots(), unit: 'pence' };
    case 'readings': {
      const { startsAt: from, endsAt: to } = getWeek(week ?? toLondonDay(now));
      return { source: getReadings({ from, to, reader, what }), unit: 'events' };
    }
    case 'unusual':
      return { source: getUnusualEvents(undefined), unit: 'events' };
    case 'unusual_adjustment':
      return { source: getUnusualEvents('adjustment'), unit: 'events' };
    case 'unusual_removal':
      return { source: getUnusualEvents('removal'), unit: 'events' };
    case 'unusual_refund':
      return { source: getUnusualEvents('refund'), unit: 'events' };
    case 'unusual_rules':
      return { source: getUnusualEvents('rules'), unit: 'events' };
    case 'unusual_export':
      return { source: getUnusualEvents('export'), unit: 'events' };
  }
}
