import { useCallback, useState } from 'react';
import type { Attendee } from '#services/contract/instructor.ts';

/** Which attendees' health notes are open. Each is fetched and recorded by itself, also when all are opened at once. */
export const useOpenNotes = (bookings: readonly Attendee[]) => {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const withNotes = bookings.filter(({ user, hasHealthNotes }) => user !== null && hasHealthNotes);
  const set = useCallback(
    (bookingId: number, isOpen: boolean) =>
      setOpen((before) => {
        const after = new Set(before);
        if (isOpen) after.add(bookingId);
        else after.delete(bookingId);
        return after;
      }),
    [],
  );
  const areAllOpen = withNotes.length > 0 && withNotes.every(({ id }) => open.has(id));
  return {
    isOpen: (bookingId: number): boolean => open.has(bookingId),
    set,
    /** How many attendees have something that the instructor should know. */
    count: withNotes.length,
    areAllOpen,
    toggleAll: () => setOpen(new Set(areAllOpen ? [] : withNotes.map(({ id }) => id))),
  };
};
