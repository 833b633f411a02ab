import type { TodayAnswer } from '#services/contract/today.ts';
import { BackLink } from '#web/components/staff/back-link.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { formatDayTime, formatShortWallDay, toLondonDate } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useRead } from '#web/lib/use-read.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';
import { ClassLink } from './class-link.tsx';
import { TodayList } from './today-list.tsx';

function NextClass({ next, day }: Pick<TodayAnswer, 'next' | 'day'>) {
  if (next === null) return <p className="text-ink-muted">No class is planned.</p>;
  return (
    <p className="text-lg">
      <ClassLink shown={next} day={day} />
      <span className="text-ink-muted">
        {` · ${next.bookedCount} of ${next.maxCapacity} booked`}
        {next.instructorName && ` · ${next.instructorName}`}
      </span>
    </p>
  );
}

const TodayLists = ({ day, firstTimers, unmarked, waiting, unpaid, lapsing }: TodayAnswer) => (
  <div className="grid items-start gap-5 md:grid-cols-2">
    <TodayList
      title="First time today"
      empty="Nobody comes for the first time today."
      list={firstTimers}
      getKey={({ bookingId }) => bookingId}
      row={(entry) => (
        <>
          <MemberLink memberId={entry.memberId} name={entry.memberName} mark={`booking-${entry.bookingId}`} />
          <ClassLink shown={entry} day={day} />
        </>
      )}
    />
    <TodayList
      title="Attendance to mark"
      empty="Every attendance of the last two weeks is marked."
      list={unmarked}
      getKey={({ classId }) => classId}
      row={(entry) => (
        <>
          <ClassLink shown={entry} day={day} />
          <span className="text-ink-muted">{entry.unmarked} without a mark</span>
        </>
      )}
    />
    <TodayList
      title="Waitlists"
      empty="Nobody waits for a class."
      list={waiting}
      getKey={({ classId }) => classId}
      row={(entry) => (
        <>
          <ClassLink shown={entry} day={day} />
          <span className="text-ink-muted">{entry.waiting} on the waitlist</span>
        </>
      )}
    />
    <TodayList
      title="Failed payments"
      empty="Every membership is paid."
      list={unpaid}
      getKey={({ memberId }) => memberId}
      row={(entry) => (
        <>
          <MemberLink memberId={entry.memberId} name={entry.memberName} />
          <span className="text-ink-muted">
            {entry.planName}
            {entry.nextAttemptAt === null
              ? ', the card is not tried again'
              : `, tried again ${formatDayTime(entry.nextAttemptAt)}`}
          </span>
        </>
      )}
    />
    <TodayList
      title="Passes that lapse this week"
      empty="No pass lapses this week."
      list={lapsing}
      getKey={({ lotId }) => lotId}
      row={(entry) => (
        <>
          <MemberLink memberId={entry.memberId} name={entry.memberName} mark={`lot-${entry.lotId}`} />
          <span className="text-ink-muted">
            {formatCount(entry.available, 'pass', 'passes')} of {entry.passName}, until{' '}
            {formatShortWallDay(toLondonDate(entry.expiresAt))}
          </span>
        </>
      )}
    />
  </div>
);

function Today() {
  const read = useRead<TodayAnswer>('/api/admin/today', { revalidateOnFocus: true });
  return (
    <div className="flex flex-col gap-4">
      <BackLink to="/admin">Admin Dashboard</BackLink>
      <header>
        <h1 className="text-3xl">Today</h1>
        {read.data && <p className="mt-1 text-ink-muted">{formatShortWallDay(read.data.day)}</p>}
      </header>
      <Loadable what="the day" read={read} height="h-96">
        {(answer) => (
          <div className="flex flex-col gap-6">
            <section aria-label="Next class" className="flex flex-col gap-1">
              <h2 className="text-xl">Next class</h2>
              <NextClass next={answer.next} day={answer.day} />
            </section>
            <TodayLists {...answer} />
          </div>
        )}
      </Loadable>
    </div>
  );
}

/** The page /admin/today. */
export const TodayPage = () => {
  useDocumentTitle('Today');
  return (
    <StaffGate staffRole="admin">
      <Today />
    </StaffGate>
  );
};
