import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminClass, ClassBooking, ClassBookingsAnswer } from '#services/contract/admin-schedule.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatDate, formatDayTime, formatTime } from '#web/lib/london-time.ts';
import { AddMember } from './add-member.tsx';
import { refreshTimetable, useClassBookings } from './use-timetable.ts';

const formerMember = 'A member who has left';
const getMemberName = ({ user }: ClassBooking): string => user.name ?? formerMember;
const describeAttendance = ({ attended }: ClassBooking): string => {
  if (attended === null) return 'Not marked';
  return attended ? 'Attended' : 'Absent';
};

const columns: readonly Column<ClassBooking>[] = [
  {
    id: 'name',
    header: 'Member',
    value: getMemberName,
    cell: ({ userId, user }) => <MemberLink memberId={userId} name={user.name} fallback={formerMember} />,
  },
  { id: 'email', header: 'Email', value: ({ user }) => user.email },
  { id: 'phone', header: 'Phone', value: ({ user }) => user.phone },
  {
    id: 'booked',
    header: 'Booked',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => formatDayTime(createdAt),
  },
  {
    id: 'pass',
    header: 'Pass',
    value: ({ pass }) => pass.name,
    cell: ({ pass }) => (
      <>
        {pass.name}
        <span className="block text-ink-muted text-sm">until {formatDate(pass.expiresAt)}</span>
      </>
    ),
  },
  { id: 'attended', header: 'Attendance', value: describeAttendance },
];

function describeWaiter({
  joinedAt,
  offeredUntil,
  isAsked,
}: ClassBookingsAnswer['waitlist'][number]): string {
  if (offeredUntil !== null) return `a spot is kept until ${formatTime(offeredUntil)}`;
  if (isAsked) return 'asked whether they still want it at the new time';
  return `since ${formatDayTime(joinedAt)}`;
}

function Waitlist({ waitlist }: Pick<ClassBookingsAnswer, 'waitlist'>) {
  if (waitlist.length === 0) return null;
  return (
    <section aria-label="Waitlist">
      <h4 className="font-semibold">Waitlist</h4>
      <ol className="mt-1 list-decimal pl-6 tabular-nums">
        {waitlist.map((waiter) => (
          <li key={waiter.userId}>
            <MemberLink memberId={waiter.userId} name={waiter.name} fallback={formerMember} />{' '}
            <span className="text-ink-muted">{describeWaiter(waiter)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type BookingTableProps = { shown: AdminClass; bookings: readonly ClassBooking[] };

function BookingTable({ shown, bookings }: BookingTableProps) {
  const { mutate } = useSWRConfig();
  const [removing, setRemoving] = useState<ClassBooking | null>(null);
  return (
    <>
      <DataTable
        caption={`Bookings for ${shown.time}`}
        columns={columns}
        rows={bookings}
        rowKey={({ id }) => id}
        csvName={`bookings-${shown.date}-${shown.time.replace(':', '')}`}
        empty="No bookings for this class yet"
        actions={(booking) => (
          <Button
            variant="quietDanger"
            size="sm"
            aria-label={`Remove ${getMemberName(booking)}`}
            onClick={() => setRemoving(booking)}
          >
            Remove
          </Button>
        )}
      />
      {removing && (
        <EffectsDialog
          title={`Remove ${getMemberName(removing)}?`}
          call={{ path: `/api/admin/remove-booking/${removing.id}`, method: 'DELETE' }}
          confirmLabel="Remove booking"
          onSuccess={() => {
            toast(staffMessages.bookingRemoved);
            return refreshTimetable(mutate);
          }}
          onFailure={() => toast(staffMessages.removeBookingFailed)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

/** The bookings and the waitlist of a class, with adding and removing members. */
export const ClassBookings = ({ shown }: { shown: AdminClass }) => (
  <Loadable what="class bookings" read={useClassBookings(shown.id)} height="h-28">
    {({ bookings, waitlist }) => (
      <div className="flex flex-col gap-5">
        <BookingTable shown={shown} bookings={bookings} />
        <Waitlist waitlist={waitlist} />
        <AddMember scheduledClass={shown} booked={new Set(bookings.map(({ userId }) => userId))} />
      </div>
    )}
  </Loadable>
);
