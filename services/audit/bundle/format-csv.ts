import { stringify } from 'csv-stringify/sync';
import type { AuditEvent } from '../history/audit-event.ts';
import type { MemberHistory } from '../history/member-history.ts';
import { describeActor } from '../history/wording.ts';

/** Prefixes text that a spreadsheet would evaluate as a formula, so that it is shown as text. */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const toRow = ({ actor, moved, balance, ...event }: AuditEvent) => ({
  position: event.position,
  stream: event.stream,
  revision: event.revision,
  at: event.at,
  type: event.type,
  by: describeActor(actor),
  summary: event.summary,
  why: event.why,
  lot: event.lotId,
  booking: event.bookingId,
  class: event.classId,
  payment: event.paymentIntentId,
  moved: moved?.passes,
  from: moved?.from,
  to: moved?.to,
  granted: balance?.granted,
  available: balance?.available,
  held: balance?.held,
  used: balance?.used,
  forfeited: balance?.forfeited,
  expired: balance?.expired,
  revoked: balance?.revoked,
});

const columns = [
  ...['position', 'stream', 'revision', 'at', 'type', 'by', 'summary', 'why', 'lot', 'booking', 'class'],
  ...['payment', 'moved', 'from', 'to', 'granted', 'available', 'held', 'used', 'forfeited', 'expired'],
  'revoked',
];

/** Formats the events of a member's history as CSV (RFC 4180), one row per event with the balance of its lot after it. */
export const formatCsv = ({ events }: MemberHistory): string =>
  stringify(events.map(toRow), {
    header: true,
    columns,
    record_delimiter: 'windows',
    // By default only the record delimiter itself is quoted, not a single line feed.
    quoted_match: /[\r\n]/,
    cast: { string: escapeFormula },
  });
