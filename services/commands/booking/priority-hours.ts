import { isPriorityHoursRelevant, PriorityHoursNeeded } from '#domain/class/decide-seats.ts';
import { classDecider } from '#domain/class/decider.ts';
import { settingDecider } from '#domain/setting/decider.ts';
import { PRIORITY_BOOKING_HOURS, parsePriorityBookingHours } from '#domain/setting/priority-booking.ts';
import type { CommandDeps } from '../define-command.ts';

async function readPriorityHours({ deciders }: CommandDeps): Promise<number> {
  const { state } = await deciders.load(settingDecider, PRIORITY_BOOKING_HOURS);
  return parsePriorityBookingHours(state);
}

/**
 * Decides with the setting when it seems relevant, and otherwise without, then again with it if the class needs it.
 * Most bookings read no setting, and none is decided without a setting that it needs.
 */
export async function withPriorityHours<T>(
  deps: CommandDeps,
  { classId, now }: { classId: number; now: Date },
  decide: (priorityHours: number | null) => Promise<T>,
): Promise<T> {
  const details = deps.deciders.peek(classDecider, String(classId))?.details;
  if (!details || !isPriorityHoursRelevant(details.date, now)) {
    try {
      return await decide(null);
    } catch (error) {
      if (!(error instanceof PriorityHoursNeeded)) throw error;
    }
  }
  return await decide(await readPriorityHours(deps));
}
