import { useEffect } from 'react';
import { Notice } from '#web/components/ui/notice.tsx';
import { pinScrollTo } from '#web/lib/pin-scroll.ts';
import { useScheduledClass } from '../waitlist/api/use-scheduled-class.ts';

interface AskedClassNoticeProps {
  readonly classId: number;
  readonly today: string;
  /** The class has another day than the address. */
  readonly onMoved: (date: string) => void;
  /** The day in the address. */
  readonly askedDate: string | null;
}

/** For an address of a class that is not on the shown day: finds its day, or shows that it no longer exists. */
export const AskedClassNotice = ({ classId, today, askedDate, onMoved }: AskedClassNoticeProps) => {
  const { found, problem } = useScheduledClass(classId);
  const isGone = problem === 'not-found' || found?.isCancelled === true;
  const isOver = found !== undefined && found.class.date < today;
  const date = isGone || isOver ? undefined : found?.class.date;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback differs in each render
  useEffect(() => {
    if (date !== undefined && date !== askedDate) onMoved(date);
  }, [date, askedDate]);
  useEffect(() => {
    const timetable = isGone || isOver ? document.getElementById('book-classes') : null;
    return timetable ? pinScrollTo(timetable) : undefined;
  }, [isGone, isOver]);

  if (!isGone && !isOver) return null;
  return (
    <div className="mb-5">
      <Notice tone="info">
        {isGone
          ? 'The class of this link is no longer in the timetable. These are the others.'
          : 'The class of this link is over. These are the next ones.'}
      </Notice>
    </div>
  );
};
