import { Link } from 'react-router-dom';
import type { AuditFigureEvent } from '#services/contract/audit-overview.ts';
import { getHistoryPath, type Subject } from '../subject.ts';

type OtherIdsProps = { event: NonNullable<AuditFigureEvent['event']>; at: string };

/** The booking and the lot of an event, which have no history of their own: they lead to the one that shows them. */
export function OtherIds({ event: { bookingId, lotId, classId, memberId }, at }: OtherIdsProps) {
  const member: Subject | null = memberId === null ? null : { kind: 'member', id: memberId };
  const ofBooking = classId === null ? member : ({ kind: 'class', id: String(classId) } as const);
  const ids = [
    ...(bookingId === null ? [] : [{ text: `Booking ${bookingId}`, subject: ofBooking }]),
    ...(lotId === null ? [] : [{ text: `Lot ${lotId}`, subject: member }]),
  ];
  if (ids.length === 0) return null;
  return (
    <span className="wrap-anywhere flex flex-wrap gap-x-4 text-sm">
      {ids.map(({ text, subject }) =>
        subject === null ? (
          <span key={text}>{text}</span>
        ) : (
          <Link
            key={text}
            to={getHistoryPath(subject, at)}
            className="text-link inline-block min-h-6 leading-6"
          >
            {text}
          </Link>
        ),
      )}
    </span>
  );
}
