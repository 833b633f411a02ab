import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  countWeeksBetween,
  formatWallDay,
  isWallDate,
  listWeekDates,
  toLondonDate,
} from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { useMyBookings } from '../timetable/api/use-my-bookings.ts';
import { ClassList } from './class-list.tsx';
import { DayPicker } from './day-picker.tsx';
import { WeekNavigator } from './week-navigator.tsx';

/** The day that an address asks for, and the key of the navigation that asked. */
const useAskedDay = () => {
  const { key, search } = useLocation();
  const day = new URLSearchParams(search).get('day');
  return { key, day: day !== null && isWallDate(day) ? day : null };
};

/** Week and day selection, and the classes of the selected day; `?day=` chooses a day. */
export const Timetable = () => {
  const { user } = useAuth();
  const { bookings } = useMyBookings(user !== null);
  const today = toLondonDate(useStudioNow());
  const [offset, setOffset] = useState(0);
  // Null means the first bookable day, so that a page left open overnight moves on to the new day.
  const [chosenDate, setChosenDate] = useState<string | null>(null);
  const asked = useAskedDay();
  const [followedKey, setFollowedKey] = useState<string | null>(null);
  if (asked.key !== followedKey) {
    setFollowedKey(asked.key);
    if (asked.day !== null) {
      setOffset(Math.max(0, countWeeksBetween(today, asked.day)));
      setChosenDate(asked.day);
    }
  }

  const days = listWeekDates(today, offset);
  const firstDay = offset === 0 ? today : (days[0] ?? today);
  const selected = chosenDate !== null && days.includes(chosenDate) ? chosenDate : firstDay;
  const bookedDays = new Set(
    bookings?.filter((booking) => booking.status === 'confirmed').map((booking) => booking.class.date),
  );
  const changeWeek = (next: number) => {
    setOffset(next);
    setChosenDate(null);
  };

  return (
    <>
      <div className="flex flex-col gap-5">
        <WeekNavigator offset={offset} days={days} onChange={changeWeek} />
        <DayPicker
          days={days}
          today={today}
          selected={selected}
          bookedDays={bookedDays}
          onSelect={setChosenDate}
        />
      </div>
      <h3 className="mt-8 mb-4 text-xl md:mt-10 md:mb-5">{formatWallDay(selected)}</h3>
      <div className="min-h-96">
        <ClassList date={selected} />
      </div>
    </>
  );
};
