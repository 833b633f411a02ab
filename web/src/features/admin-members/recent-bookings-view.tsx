import { useMemo } from 'react';
import useSWR from 'swr';
import type { RecentBooking, RecentBookingsAnswer } from '../../../../services/contract/admin-schedule.ts';
import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { Panel } from '../../components/staff/panel.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { getLevelName } from '../../lib/class-level.ts';
import { formatDayTime } from '../../lib/london-time.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';
import { bookingState } from './booking-status.ts';

const recentColumns = (now: number): readonly Column<RecentBooking>[] => [
  {
    id: 'booked',
    header: 'Booked',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDayTime(createdAt)}</span>,
    isSearched: false,
  },
  {
    id: 'member',
    header: 'Member',
    value: ({ user }) => user.name ?? 'Former member',
    cell: ({ user }) => <span className="font-medium">{user.name ?? 'Former member'}</span>,
  },
  {
    id: 'email',
    header: 'Email',
    value: ({ user }) => user.email,
    cell: ({ user }) => <span className="break-all">{user.email ?? '–'}</span>,
  },
  { id: 'class', header: 'Class', value: ({ class: { name } }) => getLevelName(name) },
  {
    id: 'when',
    header: 'Class on',
    value: ({ class: { date, time } }) => `${date} ${time}`,
    cell: ({ class: { startsAt } }) => <span className="whitespace-nowrap">{formatDayTime(startsAt)}</span>,
    isSearched: false,
  },
  { id: 'instructor', header: 'Instructor', value: ({ class: { instructorName } }) => instructorName },
  {
    id: 'state',
    header: 'Status',
    value: (booking) => bookingState(booking, now).text,
    cell: (booking) => {
      const { text, tone } = bookingState(booking, now);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
];

/** What was booked last, by whom, and how it stands; kept fresh while it is looked at. */
export function RecentBookingsView() {
  const now = useStudioNow();
  const columns = useMemo(() => recentColumns(now), [now]);
  const { data, error, mutate } = useSWR<RecentBookingsAnswer | undefined, Error>(
    '/api/admin/recent-bookings',
    { revalidateOnFocus: true },
  );
  return (
    <Panel title="Recent bookings" intro="The latest 200, cancelled ones too.">
      {data && (
        <DataTable
          caption="Recent bookings"
          columns={columns}
          rows={data.bookings}
          rowKey={({ id }) => id}
          searchLabel="Search bookings"
          csvName="recent-bookings"
          empty="No bookings yet"
          noMatch="No bookings found matching the search"
        />
      )}
      {!data && error && <LoadFailure what="recent bookings" error={error} retry={() => void mutate()} />}
      {!data && !error && <Skeleton className="h-96" />}
    </Panel>
  );
}
