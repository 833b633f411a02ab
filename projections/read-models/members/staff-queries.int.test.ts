import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { isInAudience, listMembers, readAudience } from './staff-queries.ts';

const AT = '2026-03-09T10:00:00.000Z';
const now = new Date(AT);

let studio: Awaited<ReturnType<typeof startProjectedStudio>>;
beforeAll(async () => {
  const recorder = new Recorder();
  const history = new StudioHistory(recorder);
  const attended = (bookingId: number, classId: number, memberId: string, wasThere: boolean) =>
    recorder.record(`class-${classId}`, {
      type: 'AttendanceMarked',
      data: { classId, bookingId, memberId, attended: wasThere, markedAt: AT, at: AT },
    });
  studio = await startProjectedStudio([
    ...history.instructor(1),
    ...history.scheduledClass(1, '2026-03-04'),
    ...history.scheduledClass(2, '2026-03-06'),
    ...history.scheduledClass(3, '2026-03-11'),
    ...['ann', 'ben', 'cat', 'gone'].flatMap((id) => history.member(id, 5)),
    ...history.booking('ann', 1),
    ...history.booking('ann', 2),
    ...history.booking('ann', 3),
    ...history.booking('ben', 3, 'cancelled'),
    attended(1, 1, 'ann', true),
    attended(2, 2, 'ann', false),
    recorder.record('member-ben', {
      type: 'ConsentGiven',
      data: { memberId: 'ben', consent: 'newsletter', at: AT },
    }),
    recorder.record('member-gone', { type: 'MemberErased', data: { memberId: 'gone', at: AT } }),
  ]);
});
afterAll(() => studio?.drop());

it('lists members with their passes, confirmed bookings and the last class they attended', async () => {
  const members = await listMembers(studio.pool, now);
  const seen = members.map(({ id, passes, totalBookings, lastClassDate }) => [
    id,
    passes,
    totalBookings,
    lastClassDate,
  ]);
  expect(seen).toEqual([
    ['ann', 2, 3, '2026-03-04'],
    ['ben', 5, 0, null],
    ['cat', 5, 0, null],
  ]);
});

it('lists every member once when the list spans several pages', async () => {
  expect(await listMembers(studio.pool, now, 2)).toEqual(await listMembers(studio.pool, now));
});

it('does not count an expired pass before its expiry is recorded', async () => {
  const members = await listMembers(studio.pool, new Date('2026-07-01T00:00:00.000Z'));
  expect(members.map(({ passes }) => passes)).toEqual([0, 0, 0]);
});

it('selects members by whether they ever booked, with their consent to news', async () => {
  const ids = async (audience: 'everyone' | 'booked' | 'never-booked') =>
    (await readAudience(studio.pool, audience)).map(({ memberId }) => memberId);
  expect(await ids('everyone')).toEqual(['ann', 'ben', 'cat']);
  expect(await ids('booked')).toEqual(['ann', 'ben']);
  expect(await ids('never-booked')).toEqual(['cat']);
  expect(await isInAudience(studio.pool, 'booked', 'cat')).toBe(false);
  const agreed = (await readAudience(studio.pool, 'everyone')).filter(({ newsletter }) => newsletter);
  expect(agreed).toEqual([{ memberId: 'ben', newsletter: true }]);
});

it('returns a name with quotes and control characters unchanged', async () => {
  const name = 'Cat "Kit" O’Pier \\ é\n\t';
  await studio.pool.query('UPDATE users SET name = $1 WHERE id = $2', [name, 'cat']);
  const members = await listMembers(studio.pool, now);
  expect(members.find(({ id }) => id === 'cat')?.name).toBe(name);
});
