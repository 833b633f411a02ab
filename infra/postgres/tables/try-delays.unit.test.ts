import { expect, it } from 'vitest';
import { countDailyGuesses, everywhereSchedule, getDelaySeconds, placeSchedule } from './try-delays.ts';

it('checks the first wrong passwords without delay, then doubles it from a second to its longest', () => {
  const delays = Array.from({ length: 18 }, (_, failures) => getDelaySeconds(placeSchedule, failures));
  expect(delays).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  expect(getDelaySeconds(everywhereSchedule, 19)).toBe(0);
  expect(getDelaySeconds(everywhereSchedule, 20)).toBe(1);
  expect(getDelaySeconds(everywhereSchedule, 1000)).toBe(120);
});

it('bounds the guesses of a day at what decision 75 promises', () => {
  expect(countDailyGuesses(placeSchedule)).toBe(109);
  expect(countDailyGuesses(everywhereSchedule)).toBe(745);
});
