import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type {
  AdminClass,
  ClassBooking,
  ClassBookingsAnswer,
} from '../../../../services/contract/admin-schedule.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { toast } from '../../components/ui/toast.ts';
import { request } from '../../lib/http.ts';
import { formatDate, formatDayTime, formatTime } from '../../lib/london-time.ts';
import { AddMember } from './add-member.tsx';
import { refreshTimetable, useClassBookings } from './use-timetable.ts';

const nameOf = ({ user }: ClassBooking): string => user.name ?? 'A member who has left';
const attendanceOf = ({ attended }: ClassBooking): string => {
  if (attended === null) return 'Not marked';
  return attended ? 'Attended' : 'Absent';
};

const columns: readonly Column<ClassBooking>[] = [
  {
    id: 'name',
    header: 'Member',
    value: nameOf,
    cell: (booking) => <span className="font-medium">{nameOf(booking)}</span>,
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
  { id: 'attended', header: 'Attendance', value: attendanceOf },
];

function Line({ waitlist }: Pick<ClassBookingsAnswer, 'waitlist'>) {
  if (waitlist.length === 0) return null;
  return (
    <section aria-label="Waitlist">
      <h4 className="font-semibold">Waitlist</h4>
      <ol className="mt-1 list-decimal pl-6 tabular-nums">
        {waitlist.map(({ userId, name, joinedAt, offeredUntil }) => (
          <li key={userId}>
            {name ?? 'A member who has left'}{' '}
            <span className="text-ink-muted">
              {offeredUntil === null
                ? `since ${formatDayTime(joinedAt)}`
                : `a spot is kept until ${formatTime(offeredUntil)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Who is booked in a class and who waits for it; members are put in and taken out here. */
export function ClassBookings({ shown }: { shown: AdminClass }) {
  const { mutate } = useSWRConfig();
  const { data, error, retry } = useClassBookings(shown.id);
  const [removing, setRemoving] = useState<ClassBooking | null>(null);

  const remove = async ({ id }: ClassBooking): Promise<boolean> => {
    try {
      await request(`/api/admin/remove-booking/${id}`, { method: 'DELETE' });
      toast(staffMessages.bookingRemoved);
      await refreshTimetable(mutate);
      return true;
    } catch (cause) {
      toast(staffMessages.removeBookingFailed(cause));
      return false;
    }
  };

  if (data === undefined) {
    if (error) return <LoadFailure what="class bookings" error={error} retry={retry} />;
    return <Skeleton className="h-28" />;
  }
  const { bookings, waitlist } = data;
  return (
    <div className="flex flex-col gap-5">
      <DataTable
        caption={`Bookings for ${shown.time}`}
        columns={columns}
        rows={bookings}
        rowKey={({ id }) => id}
        csvName={bookings.length === 0 ? undefined : `bookings-${shown.date}-${shown.time.replace(':', '')}`}
        empty="No bookings for this class yet"
        actions={(booking) => (
          <Button
            variant="quietDanger"
            size="sm"
            aria-label={`Remove ${nameOf(booking)}`}
            onClick={() => setRemoving(booking)}
          >
            Remove
          </Button>
        )}
      />
      <Line waitlist={waitlist} />
      <AddMember classId={shown.id} booked={new Set(bookings.map(({ userId }) => userId))} />
      {removing && (
        <EffectsDialog
          open
          onOpenChange={(open) => open || setRemoving(null)}
          title={`Remove ${nameOf(removing)}?`}
          call={{ path: `/api/admin/remove-booking/${removing.id}`, method: 'DELETE' }}
          confirmLabel="Remove booking"
          onConfirm={() => remove(removing)}
        />
      )}
    </div>
  );
}
