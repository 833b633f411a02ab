const storageKey = 'ownReservations';

type Reservations = Readonly<Record<string, string>>;

const readAll = (): Reservations => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
  } catch {
    return {};
  }
};

const writeAll = (reservations: Reservations): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(reservations));
  } catch {
    // The browser refuses storage: a class whose last seat is reserved for this tab appears full in it.
  }
};

/**
 * Remembers for this tab that a seat is reserved for its member, of one class at a time. `until` is an ISO instant. Returns a function
 * that restores what was remembered before.
 */
export const rememberReservation = (classId: number, until: string): (() => void) => {
  const before = readAll();
  writeAll({ [classId]: until });
  return () => writeAll(before);
};

/** Forgets it, because the class is booked. */
export const forgetReservations = (): void => writeAll({});

/** Whether a seat of the class is reserved for this tab's member. `now` is in milliseconds. */
export const hasReservation = (classId: number, now: number): boolean =>
  now < Date.parse(readAll()[classId] ?? '');
