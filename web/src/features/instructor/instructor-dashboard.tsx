import { Clock3 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { TaughtClass, TaughtClassesAnswer } from '#services/contract/instructor.ts';
import { CalmSea } from '#web/components/illustrations/calm-sea.tsx';
import { Tabs } from '#web/components/staff/tabs.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useIsOffline } from '#web/lib/connection.ts';
import { formatShortWallDay, formatWallDate, toLondonDate } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useStaffSession } from '#web/lib/staff-session.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useTaughtClasses } from './api/use-taught-classes.ts';
import { ClassGroup } from './class-group.tsx';
import { NextClass } from './next-class.tsx';
import { PrintDialog } from './print-dialog.tsx';
import { TaughtClassCard } from './taught-class-card.tsx';
import {
  chooseInstructor,
  findClassToOpen,
  findNextClass,
  groupByDay,
  listInstructors,
  type TaughtDay,
} from './taught-classes.ts';
import { type Attendance, useAttendance } from './use-attendance.ts';

interface MoreClassesProps {
  readonly answer: TaughtClassesAnswer;
  readonly isExtending: boolean;
  readonly onEarlier: () => void;
  readonly onLater: () => void;
}

/** The days that are shown, and buttons for four weeks more on either side. */
const MoreClasses = ({ answer: { from, to }, isExtending, onEarlier, onLater }: MoreClassesProps) => (
  <footer className="flex flex-wrap items-center gap-3">
    <p role="status" className="grow text-ink-muted">
      Classes from {formatWallDate(from)} to {formatWallDate(to)}
    </p>
    <Button variant="secondary" size="sm" busy={isExtending} onClick={onEarlier}>
      Show earlier classes
    </Button>
    <Button variant="secondary" size="sm" busy={isExtending} onClick={onLater}>
      Show later classes
    </Button>
  </footer>
);

interface ClassesProps {
  readonly answer: TaughtClassesAnswer;
  readonly attendance: Attendance;
  readonly unfolded: ReadonlySet<TaughtDay>;
  readonly onUnfold: (day: TaughtDay) => void;
}

const Classes = ({ answer, attendance, unfolded, onUnfold }: ClassesProps) => {
  const [search] = useSearchParams();
  const session = useStaffSession();
  const now = useStudioNow();
  const today = toLondonDate(now);
  const [printed, setPrinted] = useState<TaughtClass | null>(null);
  const { classes, from, to } = answer;
  const names = listInstructors(classes);
  const param = search.get('instructor');
  const current =
    names.find((name) => name === param) ?? chooseInstructor(classes, today, session?.name ?? null);
  if (current === undefined) {
    return (
      <EmptyState
        illustration={<CalmSea />}
        title="No classes scheduled"
        text={`There are none from ${formatShortWallDay(from)} to ${formatShortWallDay(to)}. New classes show here as soon as they are on the timetable.`}
      />
    );
  }
  const own = classes.filter(({ instructorName }) => instructorName === current);
  const openId = findClassToOpen(own, now);
  const next = findNextClass(own, now);
  return (
    <>
      <Tabs
        label="Instructors"
        tabs={names.map((name) => ({ id: name, label: name }))}
        current={current}
        param="instructor"
      />
      {next && <NextClass taught={next} />}
      {groupByDay(own, today).map((group) => (
        <ClassGroup
          key={`${current} ${group.day}`}
          group={group}
          today={today}
          isUnfolded={unfolded.has(group.day)}
          onUnfold={() => onUnfold(group.day)}
          renderClass={(taught) => (
            <TaughtClassCard
              key={taught.id}
              taught={taught}
              day={group.day}
              isInitiallyOpen={taught.id === openId}
              attendance={attendance}
              onPrint={setPrinted}
            />
          )}
        />
      ))}
      {printed && <PrintDialog taught={printed} onClose={() => setPrinted(null)} />}
    </>
  );
};

const UnsentNotice = ({ children }: { children: ReactNode }) => (
  <p className="mt-2 flex items-start gap-2.5 rounded-card bg-amber-tint px-4 py-3 text-amber first:mt-0">
    <Clock3 aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
    {children}
  </p>
);

/** The classes of each instructor with their attendees. */
export const InstructorDashboard = () => {
  const attendance = useAttendance();
  const session = useStaffSession();
  const { unsentCount, othersUnsentCount } = attendance;
  const isOffline = useIsOffline();
  const [unfolded, setUnfolded] = useState<ReadonlySet<TaughtDay>>(new Set());
  const unfold = (day: TaughtDay) => setUnfolded((before) => new Set([...before, day]));
  const { data, error, retry, showEarlier, showLater, isExtending } = useTaughtClasses(attendance.sendQueue);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6">
      <header>
        <h1 className="text-3xl">Classes</h1>
        <p className="mt-1 text-ink-muted">Press a mark again to take it off.</p>
        {session?.staffId && (
          <Link to="/classes/pay" className="text-link inline-flex min-h-11 items-center">
            My pay
          </Link>
        )}
      </header>
      <div role="status" className="empty:hidden">
        {unsentCount > 0 && (
          <UnsentNotice>
            {formatCount(unsentCount, 'mark', 'marks')} not sent yet. Kept on this device, and sent as soon as
            there is a connection.
          </UnsentNotice>
        )}
        {othersUnsentCount > 0 && (
          <UnsentNotice>
            {formatCount(othersUnsentCount, 'mark', 'marks')} by someone else kept on this device, and sent
            when they sign in here again.
          </UnsentNotice>
        )}
        {isOffline && (
          <Notice className="mt-2 first:mt-0">
            <p>Health notes open only with a connection, because none of them is kept on this device.</p>
          </Notice>
        )}
      </div>
      {data && <Classes answer={data} attendance={attendance} unfolded={unfolded} onUnfold={unfold} />}
      {data && (
        <MoreClasses
          answer={data}
          isExtending={isExtending}
          onEarlier={() => {
            unfold('finished');
            showEarlier();
          }}
          onLater={() => {
            unfold('ahead');
            showLater();
          }}
        />
      )}
      {!data && !error && (
        <div className="flex flex-col gap-4" aria-busy="true">
          {['a', 'b', 'c'].map((place) => (
            <Skeleton key={place} className="h-36" />
          ))}
        </div>
      )}
      {!data && error && (
        <EmptyState
          title="Failed to fetch classes"
          text="The studio is not answering just now. This page keeps trying."
          action={
            <Button variant="secondary" onClick={retry}>
              Try again
            </Button>
          }
        />
      )}
    </div>
  );
};
