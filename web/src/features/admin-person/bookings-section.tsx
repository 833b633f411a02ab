import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { MyBooking } from '#services/contract/bookings.ts';
import type { Person } from '#services/contract/person.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { MarkedRow } from '#web/components/staff/marked-row.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { refreshPeople } from '#web/lib/refresh-people.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { describeBooking } from '../admin-members/booking-status.ts';
import { describeClass } from './lot-words.ts';
import { NothingYet, OlderLeftOut, PersonSection } from './person-section.tsx';

type BookingProps = { booking: MyBooking; onRemove: (booking: MyBooking) => void };

function Booking({ booking, onRemove }: BookingProps) {
  const { text, tone } = describeBooking(booking, useStudioNow());
  const { date, instructorName } = booking.class;
  return (
    <MarkedRow
      mark={`booking-${booking.id}`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
    >
      <div className="min-w-0">
        <Link
          to={`/admin?tab=schedule&date=${date}&class=${booking.classId}`}
          className="text-link inline-block min-h-6 font-medium leading-6"
        >
          {describeClass(booking.class)}
        </Link>
        <p className="tabular text-ink-muted text-sm">
          with {instructorName}, paid with {booking.passName}, booked {formatDayTime(booking.createdAt)}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Badge tone={tone}>{text}</Badge>
        {booking.cancellable && (
          <Button
            variant="quietDanger"
            size="sm"
            aria-label={`Remove from ${describeClass(booking.class)}`}
            onClick={() => onRemove(booking)}
          >
            Remove
          </Button>
        )}
      </div>
    </MarkedRow>
  );
}

type ListProps = { title: string; bookings: readonly MyBooking[]; onRemove: BookingProps['onRemove'] };

const BookingList = ({ title, bookings, onRemove }: ListProps) =>
  bookings.length === 0 ? null : (
    <div>
      <h3 className="font-semibold text-base">{title}</h3>
      <ul className="divide-y divide-sand">
        {bookings.map((booking) => (
          <Booking key={booking.id} booking={booking} onRemove={onRemove} />
        ))}
      </ul>
    </div>
  );

const shownAtFirst = 10;

/** The member's bookings to come, the next first, and those behind, the latest first. */
export function BookingsSection({ member, bookings }: Pick<Person, 'member' | 'bookings'>) {
  const { mutate } = useSWRConfig();
  const [removing, setRemoving] = useState<MyBooking | null>(null);
  const [isAllShown, setAllShown] = useState(false);
  const ahead = bookings.entries.filter(({ cancellable }) => cancellable).toReversed();
  const behind = bookings.entries.filter(({ cancellable }) => !cancellable);
  const shown = isAllShown ? behind : behind.slice(0, shownAtFirst);
  return (
    <PersonSection id="bookings" title="Bookings" count={bookings.total}>
      {bookings.total === 0 && <NothingYet>No bookings yet.</NothingYet>}
      <BookingList title="Ahead" bookings={ahead} onRemove={setRemoving} />
      <BookingList title="Past and cancelled" bookings={shown} onRemove={setRemoving} />
      {behind.length > shown.length && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => setAllShown(true)}>
            Show {behind.length - shown.length} more
          </Button>
        </div>
      )}
      <OlderLeftOut total={bookings.total} shown={bookings.entries.length} />
      {removing && (
        <EffectsDialog
          title={`Remove ${member.name} from ${describeClass(removing.class)}?`}
          call={{ path: `/api/admin/remove-booking/${removing.id}`, method: 'DELETE' }}
          confirmLabel="Remove booking"
          onSuccess={() => {
            toast(staffMessages.bookingRemoved);
            return refreshPeople(mutate);
          }}
          onFailure={() => toast(staffMessages.removeBookingFailed)}
          onClose={() => setRemoving(null)}
        />
      )}
    </PersonSection>
  );
}
