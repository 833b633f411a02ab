import type { MemberHistory } from '../history/member-history.ts';
import { describeActor } from '../history/wording.ts';

const head = [
  'position',
  'stream',
  'revision',
  'at',
  'type',
  'by',
  'summary',
  'why',
  'lot',
  'booking',
  'class',
  'payment',
  'moved',
  'from',
  'to',
  'granted',
  'available',
  'held',
  'used',
  'forfeited',
  'expired',
  'revoked',
];

/** A cell that a spreadsheet takes as text, whatever someone typed into it. */
function cell(value: string | number | bigint | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The events of a member's history as a CSV file (RFC 4180), a line each with the balance of its lot after it. */
export function formatCsv({ events }: MemberHistory): string {
  const lines = events.map((event) => {
    const { balance, moved } = event;
    return [
      event.position,
      event.stream,
      event.revision,
      event.at,
      event.type,
      describeActor(event.actor),
      event.summary,
      event.why,
      event.lotId,
      event.bookingId,
      event.classId,
      event.paymentIntentId,
      moved?.passes ?? null,
      moved?.from ?? null,
      moved?.to ?? null,
      balance?.granted ?? null,
      balance?.available ?? null,
      balance?.held ?? null,
      balance?.used ?? null,
      balance?.forfeited ?? null,
      balance?.expired ?? null,
      balance?.revoked ?? null,
    ];
  });
  return [head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}
