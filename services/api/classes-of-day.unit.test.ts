import { expect, it } from 'vitest';
import { ClassesOfDay } from './classes-of-day.ts';

const day = '2026-05-12';
const at = (minutes: number) => new Date(Date.parse('2026-05-12T09:00:00.000Z') + minutes * 60_000);

/** Answers of a day of which time changes something every ten minutes. */
function everyTenMinutes() {
  const loads: string[] = [];
  const days = new ClassesOfDay(async (date, now) => {
    loads.push(date);
    return { classes: [], until: new Date(now.getTime() + 10 * 60_000) };
  });
  return { days, loads };
}

it('asks once for many visitors, and says to each what time it is', async () => {
  const { days, loads } = everyTenMinutes();
  const answers = await Promise.all([0, 1, 2].map((minute) => days.answer(day, at(minute))));
  expect(answers.at(2)).toBe('{"classes":[],"now":"2026-05-12T09:02:00.000Z"}');
  expect(loads).toHaveLength(1);
});

it('asks again once time has changed something, once for all who come then', async () => {
  const { days, loads } = everyTenMinutes();
  await days.answer(day, at(0));
  await days.answer(day, at(9));
  expect(loads).toHaveLength(1);
  await Promise.all([days.answer(day, at(10)), days.answer(day, at(10)), days.answer(day, at(11))]);
  expect(loads).toHaveLength(2);
  days.forget();
  await days.answer(day, at(11));
  expect(loads).toHaveLength(3);
});
