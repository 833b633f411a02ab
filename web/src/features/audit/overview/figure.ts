import type { AuditFigure, AuditFigureAnswer } from '#services/contract/audit-overview.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { formatNumber } from '#web/lib/numbers.ts';

/** A figure of the overview, as the address of its events names it. */
export interface FigureAddress {
  readonly figure: AuditFigure;
  /** Only one London month, `yyyy-MM`. */
  readonly month?: string;
  /** The Monday of a week of readings. */
  readonly week?: string;
  readonly reader?: string;
  readonly what?: string;
}

const titles: Readonly<Record<AuditFigure, string>> = {
  granted: 'Passes granted',
  available: 'Passes available',
  held: 'Passes held by a booking under way',
  used: 'Passes used',
  forfeited: 'Passes forfeited',
  expired: 'Passes expired',
  revoked: 'Passes revoked',
  received: 'Money received',
  received_passes: 'Money received for passes',
  received_memberships: 'Money received for memberships',
  refunded: 'Money refunded',
  disputed: 'Money taken back in disputes',
  lots_purchase: 'Lots bought',
  lots_membership: 'Lots of memberships',
  lots_adjustment: 'Lots given by staff',
  lots_import: 'Lots brought over',
  sales_without_lot: 'Payments without a lot',
  lots_without_sale: 'Paid lots without a payment',
  lots_other_price: 'Lots with another price than was paid',
  liability: 'Paid passes that are not used yet',
  readings: 'Readings of personal data',
  unusual: 'Unusual events',
  unusual_adjustment: 'Passes given or taken by staff',
  unusual_removal: 'Removals',
  unusual_refund: 'Refunds and disputes',
  unusual_rules: 'Changes of rules and settings',
  unusual_export: 'Downloads of all data',
};

const isFigure = (text: string | null): text is AuditFigure => text !== null && Object.hasOwn(titles, text);

const filters = ['month', 'week', 'reader', 'what'] as const;

/** The search parameters that belong to a figure; another tab starts without them. */
export const figureParams: readonly string[] = ['figure', ...filters, 'before'];

/** Parses the figure in the address; null for none. */
export function parseFigure(search: URLSearchParams): FigureAddress | null {
  const figure = search.get('figure');
  if (!isFigure(figure)) return null;
  const chosen = filters.flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { figure, ...Object.fromEntries(chosen) };
}

const toQuery = (address: FigureAddress, before?: string): URLSearchParams =>
  new URLSearchParams({ ...address, ...(before === undefined ? {} : { before }) });

/** The page with the events of a figure; `before` is the position that ends the page before. */
export const getFigurePath = (address: FigureAddress, before?: string): string =>
  `/audit?${toQuery(address, before)}`;

/** The API's path of those events. */
export const getFigureEventsPath = (address: FigureAddress, before?: string): string =>
  `/api/audit/overview/events?${toQuery(address, before)}`;

export const getFigureTitle = ({ figure }: FigureAddress): string => titles[figure];

/** '3 passes', '£12.00', '1 event' */
export function formatAmount(unit: AuditFigureAnswer['unit'], amount: number): string {
  if (unit === 'pence') return formatExactPence(amount);
  const word = { passes: ['pass', 'passes'], events: ['event', 'events'] }[unit];
  return `${formatNumber(amount)} ${word[Math.abs(amount) === 1 ? 0 : 1] ?? ''}`;
}

/** '+3', '−1', '+£12.00' */
export function formatSignedAmount(unit: AuditFigureAnswer['unit'], amount: number): string {
  const size = Math.abs(amount);
  const text = unit === 'pence' ? formatExactPence(size) : formatNumber(size);
  return amount < 0 ? `−${text}` : `+${text}`;
}
