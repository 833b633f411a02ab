import type { ScheduledClass } from '#services/contract/schedule.ts';
import { rememberWantedClass } from '../timetable/wanted-class.ts';

let wanted: ScheduledClass | null = null;
const listeners = new Set<() => void>();

const set = (next: ScheduledClass | null): void => {
  wanted = next;
  for (const listener of listeners) listener();
};

/** Opens the dialog that buys a pass and books this class. It outlives the card, which changes with the sign-in. */
export const openCheckout = (scheduledClass: ScheduledClass): void => {
  rememberWantedClass(scheduledClass);
  set(scheduledClass);
};

export const closeCheckout = (): void => set(null);

/** The class of the open dialog, or null. */
export const readCheckout = (): ScheduledClass | null => wanted;

export const onCheckoutChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
