import { lazyPart } from '#web/components/ui/lazy-parts.tsx';
import { countWeeksBetween, formatShortWallDay, listWeekDates, toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { useClasses } from '../timetable/api/use-classes.ts';
import { useMyBookings } from '../timetable/api/use-my-bookings.ts';
import { useOpenDays } from '../timetable/use-open-days.ts';
import { useTimetableAddress } from '../timetable/use-timetable-address.ts';
import { ClassList } from './class-list.tsx';
import { DayPicker } from './day-picker.tsx';
import { FilterChips } from './filter-chips.tsx';
import { WeekNavigator } from './week-navigator.tsx';

const AskedClassNotice = lazyPart(() => import('./asked-class-notice.tsx').then((m) => m.AskedClassNotice));

/** Week and day selection, and the classes of the selected day. The address has the day and the class (`?date=&class=`). */
export const Timetable = () => {
  const { user } = useAuth();
  const { bookings } = useMyBookings(user !== null);
  const today = toLondonDate(useStudioNow());
  const asked = useTimetableAddress();
  const offset = asked.date === null ? 0 : Math.max(0, countWeeksBetween(today, asked.date));
  const days = listWeekDates(today, offset);
  const firstDay = offset === 0 ? today : (days[0] ?? today);
  const selected = asked.date !== null && days.includes(asked.date) ? asked.date : firstDay;
  const { classes } = useClasses(selected);
  const { classId } = asked;
  const isElsewhere = classId !== null && classes?.every(({ id }) => id !== classId) === true;
  const { lastOpenDay, fullDays } = useOpenDays();
  const bookedDays = new Set(
    bookings?.filter((booking) => booking.status === 'confirmed').map((booking) => booking.class.date),
  );
  const selectDay = (date: string) => asked.show(date === today ? null : date);
  const changeWeek = (next: number) =>
    asked.show(next === 0 ? null : (listWeekDates(today, next)[0] ?? null));

  return (
    <>
      <div className="flex flex-col gap-5">
        <WeekNavigator
          offset={offset}
          days={days}
          isOpen={(days[0] ?? today) <= lastOpenDay}
          onChange={changeWeek}
        />
        <DayPicker
          days={days}
          today={today}
          selected={selected}
          bookedDays={bookedDays}
          fullDays={fullDays}
          lastOpenDay={lastOpenDay}
          onSelect={selectDay}
        />
      </div>
      <h3 className="mt-8 mb-4 text-xl md:mt-10 md:mb-5">{formatShortWallDay(selected)}</h3>
      <div className="min-h-96">
        {isElsewhere ? (
          <AskedClassNotice
            classId={classId}
            today={today}
            askedDate={asked.date}
            onMoved={(date) => asked.show(date, classId)}
          />
        ) : null}
        <FilterChips classes={classes ?? []} filter={asked.filter} onChange={asked.setFilter} />
        <ClassList
          date={selected}
          markedId={classId}
          filter={asked.filter}
          onShowAll={() => asked.setFilter({ level: null, instructor: null })}
        />
      </div>
    </>
  );
};
