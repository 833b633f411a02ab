import { stringify } from 'csv-stringify/sync';
import { toSpreadsheetText } from '#domain/spreadsheet-text.ts';
import type { AuditEvent } from '../history/audit-event.ts';
import type { MemberHistory } from '../history/member-history.ts';
import { describeActor } from '../history/wording.ts';

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

/**
 * Formats the events of a member's history as CSV (RFC 4180), one row per event with the balance of its lot after it. Begins with the
 * byte order mark by which spreadsheets detect UTF-8.
 */
export const formatCsv = ({ events }: MemberHistory): string =>
  stringify(events.map(toRow), {
    header: true,
    bom: true,
    columns,
    record_delimiter: 'windows',
    // By default only the record delimiter itself is quoted, not a single line feed, nor what other spreadsheets separate cells by.
    quoted_match: /[;\n]/,
    cast: { string: toSpreadsheetText },
  });
