import { expect, it } from 'vitest';
import { CachedJson } from '#services/api/load-shedding/cached-json.ts';
import { createPageTimetable } from './page-timetable.ts';

const now = () => new Date('2026-05-12T23:30:00Z');

it('puts the London day into the pages with a timetable, and into no other', async () => {
  const getAnswer = async (date: string) => ({
    start: new CachedJson(`{"classes":["${date}"],"now":"`),
    ending: 'later"}',
  });
  const readTimetable = createPageTimetable({ getAnswer }, now);
  const answer = { path: '/api/classes?date=2026-05-13', json: '{"classes":["2026-05-13"],"now":"later"}' };
  expect(await readTimetable('/')).toEqual(answer);
  expect(await readTimetable('/book-classes')).toEqual(answer);
  expect(await readTimetable('/account')).toBeNull();
});

it('leaves it out while it cannot be read', async () => {
  const failing = createPageTimetable(
    { getAnswer: () => Promise.reject(new Error('Postgres is down')) },
    now,
  );
  expect(await failing('/')).toBeNull();
  const hanging = createPageTimetable({ getAnswer: () => new Promise(() => undefined) }, now);
  expect(await hanging('/')).toBeNull();
});
