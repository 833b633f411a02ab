import { secondsInDay } from 'date-fns/constants';

/** How wrong passwords slow down further ones: the first ones are free, each further one doubles the delay from a second on. */
export interface DelaySchedule {
  readonly free: number;
  readonly longestSeconds: number;
}

/** How long a wrong password counts. */
export const countedSeconds = secondsInDay;

/** For one credential, from one network or known device. */
export const placeSchedule: DelaySchedule = { free: 5, longestSeconds: 15 * 60 };
/** For one credential, from all networks together without the known devices: milder, because a stranger can cause it for others. */
export const everywhereSchedule: DelaySchedule = { free: 20, longestSeconds: 2 * 60 };

/** The seconds to wait after so many wrong passwords before the next one is checked. */
export function getDelaySeconds({ free, longestSeconds }: DelaySchedule, failures: number): number {
  return failures < free ? 0 : Math.min(2 ** (failures - free), longestSeconds);
}

/** How many passwords are checked in the first 24 hours of an attack that never waits longer than it must. */
export function countDailyGuesses(schedule: DelaySchedule): number {
  let guesses = 0;
  for (let seconds = 0; seconds < countedSeconds; guesses += 1)
    seconds += getDelaySeconds(schedule, guesses + 1);
  return guesses;
}
