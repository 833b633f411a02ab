import { useEffect, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { addWallDays, toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';

export interface ChosenDay {
  readonly date: string;
  readonly today: string;
  /** The class whose bookings are shown. */
  readonly classId: number | null;
  readonly chooseDay: (date: string) => void;
  /** Moves by a number of days. */
  readonly step: (days: number) => void;
  readonly chooseClass: (classId: number | null) => void;
}

interface Choice {
  /** Null follows today. */
  readonly date: string | null;
  readonly classId: number | null;
}

const parseChoice = (search: URLSearchParams): Choice => {
  const date = search.get('date') ?? '';
  return {
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
    classId: Number(search.get('class') ?? '') || null,
  };
};

/**
 * The chosen day and class, initially those in the address, or today. The state leads and the address follows, so that
 * quick clicks all count and a reload restores the choice.
 */
export const useChosenDay = (): ChosenDay => {
  const [search, setSearch] = useSearchParams();
  const [choice, setChoice] = useState(() => parseChoice(search));
  const today = toLondonDate(useStudioNow());

  const { key } = useLocation();
  const navigation = useNavigationType();
  // A link to another class, such as a result of the search; the effect below replaces entries only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a navigation
  useEffect(() => {
    if (navigation === 'PUSH') setChoice(parseChoice(new URLSearchParams(window.location.search)));
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the choice, not the reverse
  useEffect(() => {
    // Read from the window, because the rendered search parameters can be one click old.
    const next = new URLSearchParams(window.location.search);
    const current = parseChoice(next);
    if (current.date === choice.date && current.classId === choice.classId) return;
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
    step: (days) => setChoice((before) => ({ date: addWallDays(before.date ?? today, days), classId: null })),
    chooseClass: (classId) => setChoice((before) => ({ ...before, classId })),
  };
};
