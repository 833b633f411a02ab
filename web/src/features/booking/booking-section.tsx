import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Section } from '../../components/ui/section.tsx';
import { useStudio } from '../../lib/config.ts';
import { formatWallDay, londonDate, weekOf } from '../../lib/dates.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { useMyBookings } from './api/use-my-bookings.ts';
import { ClassList } from './class-list.tsx';
import { DayPicker } from './day-picker.tsx';
import { WeekNavigator } from './week-navigator.tsx';

const JoinPanel = () => {
  const { openAuth } = useAuth();
  return (
    <div className="mt-10 flex flex-col gap-6 rounded-card bg-ink px-6 py-8 text-white md:mt-14 md:flex-row md:items-center md:justify-between md:px-10 md:py-10">
      <div className="max-w-xl">
        <h3 className="text-2xl">Ready to Start Your Pilates Journey?</h3>
        <p className="mt-2 text-white/85">
          Create an account, choose a pass, and take your place in a class of seven at most.
        </p>
      </div>
      <Button
        variant="secondary"
        size="lg"
        className="shrink-0 border-transparent"
        onClick={() => openAuth()}
      >
        Create Account
      </Button>
    </div>
  );
};

/** The timetable: a week, a day of it, and that day's classes. */
export const BookingSection = () => {
  const { user, status } = useAuth();
  const { town } = useStudio();
  const { bookings } = useMyBookings(user !== null);
  const today = londonDate(useStudioNow());
  const [offset, setOffset] = useState(0);
  // Null is "the first day that makes sense", so that a page left open overnight moves on to the new day.
  const [chosen, setChosen] = useState<string | null>(null);

  const days = weekOf(today, offset);
  const firstDay = offset === 0 ? today : (days[0] ?? today);
  const selected = chosen !== null && days.includes(chosen) ? chosen : firstDay;
  const bookedDays = new Set(
    bookings?.filter((booking) => booking.status === 'confirmed').map((booking) => booking.class.date),
  );
  const changeWeek = (next: number) => {
    setOffset(next);
    setChosen(null);
  };

  return (
    <Section
      id="book-classes"
      title="Book Your Class"
      intro={`Reformer Pilates in ${town || 'town'}, seven machines to a class. Choose a day and take your place.`}
    >
      <div className="flex flex-col gap-5">
        <WeekNavigator offset={offset} days={days} onChange={changeWeek} />
        <DayPicker
          days={days}
          today={today}
          selected={selected}
          bookedDays={bookedDays}
          onSelect={setChosen}
        />
      </div>
      <h3 className="mt-8 mb-4 text-xl md:mt-10 md:mb-5">{formatWallDay(selected)}</h3>
      <div className="min-h-96">
        <ClassList date={selected} />
      </div>
      {status === 'signed-out' ? <JoinPanel /> : null}
    </Section>
  );
};
