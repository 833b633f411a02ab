import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addWallDays, toLondonDate } from '../../lib/london-time.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';

export interface ChosenDay {
  readonly date: string;
  readonly today: string;
  /** The class whose bookings are open. */
  readonly classId: number | null;
  readonly chooseDay: (date: string) => void;
  /** So many days on, or back. */
  readonly step: (days: number) => void;
  readonly chooseClass: (classId: number | null) => void;
}

interface Choice {
  /** null is today, whichever day that is. */
  readonly date: string | null;
  readonly classId: number | null;
}

const choiceOf = (search: URLSearchParams): Choice => {
  const date = search.get('date') ?? '';
  return {
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
    classId: Number(search.get('class') ?? '') || null,
  };
};

/**
 * The day and the class that the address names when it opens, or today by the studio's clock. From then on the choice leads
 * and the address follows, so that quick presses each count and a reload finds the same.
 */
export const useChosenDay = (): ChosenDay => {
  const [search, setSearch] = useSearchParams();
  const [choice, setChoice] = useState(() => choiceOf(search));
  const today = toLondonDate(useStudioNow());

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the choice, not the other way
  useEffect(() => {
    // Of the address itself: what is in view may be a press behind it.
    const next = new URLSearchParams(window.location.search);
    const named = choiceOf(next);
    if (named.date === choice.date && named.classId === choice.classId) return;
    next.delete('date');
    next.delete('class');
    if (choice.date !== null) next.set('date', choice.date);
    if (choice.classId !== null) next.set('class', String(choice.classId));
    setSearch(next, { replace: true });
  }, [choice]);

  return {
    date: choice.date ?? today,
    today,
    classId: choice.classId,
    chooseDay: (date) => setChoice({ date, classId: null }),
    step: (days) => setChoice((now) => ({ date: addWallDays(now.date ?? today, days), classId: null })),
    chooseClass: (classId) => setChoice((now) => ({ ...now, classId })),
  };
};
