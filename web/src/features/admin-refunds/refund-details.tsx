import { Link } from 'react-router-dom';
import type { RefundedSale } from '#services/contract/admin-refunds.ts';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { canRefundMore, listAdvice } from './refund-advice.ts';

type RefundDetailsProps = {
  sale: RefundedSale;
  now: number;
  /** Opens the refund of what is left. */
  onRefund: () => void;
  onClose: () => void;
};

const describeAttendance = ({ attended }: RefundedSale['bookings'][number]): string => {
  if (attended === null) return 'Booked';
  return attended ? 'Attended' : 'Absent';
};

/** A refunded or disputed sale: the advice, the money, the passes and their bookings. */
export function RefundDetails({ sale, now, onRefund, onClose }: RefundDetailsProps) {
  const { memberId, memberName, memberEmail, passName, passClasses, bookings } = sale;
  const facts = [
    { name: 'Paid', value: formatExactPence(sale.pricePence) },
    { name: 'Refunded', value: formatExactPence(sale.refundedPence) },
    { name: 'Disputed', value: formatExactPence(sale.disputedPence) },
    { name: 'Passes taken back', value: `${sale.takenBack} of ${passClasses}` },
    { name: 'Still owed', value: String(sale.owed) },
    { name: 'Transaction', value: sale.paymentIntentId.slice(-8) },
  ];
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`${passName}, ${memberName ?? 'former member'}`}
      description={memberEmail ?? undefined}
      size="lg"
      footer={
        canRefundMore(sale) && (
          <Button variant="danger" onClick={onRefund}>
            Refund more
          </Button>
        )
      }
    >
      {memberName !== null && (
        <p className="mb-3">
          <MemberLink memberId={memberId} name={memberName} />
        </p>
      )}
      <h3 className="font-semibold">What to do</h3>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-sea">
        {listAdvice(sale, now).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 border-sand border-y py-4 sm:grid-cols-3">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-ink-muted text-sm">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 font-semibold">
        {bookings.length === 0
          ? 'No booking stands on these passes'
          : `${formatCount(bookings.length, 'booking stands', 'bookings stand')} on these passes`}
      </h3>
      {bookings.length > 0 && (
        <ul className="mt-2 divide-y divide-sand">
          {bookings.map((booking) => (
            <li key={booking.bookingId} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <span>
                <span className="font-medium">{formatDayTime(booking.startsAt)}</span>{' '}
                <span className="text-ink-muted">
                  {booking.className}, {describeAttendance(booking).toLowerCase()}
                </span>
              </span>
              <Link
                to={`?tab=schedule&date=${booking.date}`}
                className="inline-flex min-h-11 items-center font-semibold text-sea underline underline-offset-4 hover:text-sea-dark md:min-h-9"
              >
                Open the day
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
