import { describe, expect, it } from 'vitest';
import { Studio } from '../processes/testing/studio.fixture.ts';
import { addInstructor } from './add-instructor.ts';
import { bookClass } from './book-class.ts';
import { changeClass } from './change-class.ts';
import { changeInstructor } from './change-instructor.ts';
import { expireLots } from './expire-lots.ts';
import { scheduleClass } from './schedule-class.ts';

const plan = { level: 'beginner', date: '2026-05-16', time: '09:30', capacity: 7, instructorId: 3 };
const maya = { name: 'Maya', prenatalSuitable: false };

async function staffed() {
  const studio = new Studio();
  const deps = {
    ...studio.start(),
    nextInstructorId: () => Promise.resolve(3),
    nextClassId: () => Promise.resolve(8),
  };
  await addInstructor(deps, maya, studio.context());
  return { studio, deps };
}

describe('the timetable', () => {
  it('takes a class with an instructor who exists', async () => {
    const { studio, deps } = await staffed();
    const whole = { ...plan, durationMinutes: 50 };
    await expect(scheduleClass(deps, whole, studio.context())).resolves.toEqual({ classId: 8, position: 1n });
    await expect(scheduleClass(deps, { ...whole, instructorId: 4 }, studio.context())).rejects.toMatchObject({
      code: 'INSTRUCTOR_NOT_FOUND',
    });
  });

  it('changes a class, and keeps the duration that is left out', async () => {
    const { studio, deps } = await staffed();
    await scheduleClass(deps, { ...plan, durationMinutes: 45 }, studio.context());
    await changeClass(deps, { classId: 8, ...plan, capacity: 9 }, studio.context());
    expect((await studio.classState(8)).details).toMatchObject({ capacity: 9, durationMinutes: 45 });
    const change = (classId: number, instructorId: number) =>
      changeClass(deps, { classId, ...plan, instructorId }, studio.context());
    await expect(change(8, 4)).rejects.toMatchObject({ code: 'INSTRUCTOR_NOT_FOUND' });
    await expect(change(9, 3)).rejects.toMatchObject({ code: 'CLASS_NOT_FOUND' });
  });
});

it('changes an instructor who exists', async () => {
  const { studio, deps } = await staffed();
  await expect(
    changeInstructor(deps, { ...maya, instructorId: 3, name: 'Maja' }, studio.context()),
  ).resolves.toEqual({ position: 1n });
  await expect(changeInstructor(deps, { ...maya, instructorId: 4 }, studio.context())).rejects.toMatchObject({
    code: 'INSTRUCTOR_NOT_FOUND',
  });
});

it('lets a wallet’s lapsed lots go, and keeps the pass that is in use', async () => {
  const studio = new Studio();
  await studio.schedule(1);
  await studio.grant('ann', 3, { expiresAt: '2026-05-16T22:59:59.999Z' });
  const deps = studio.start();
  await bookClass(deps, { classId: 1, memberId: 'ann', source: 'member' }, studio.context());
  const after = studio.context(new Date('2026-05-16T23:00:00.000Z'));
  await expireLots(deps, { memberId: 'ann' }, after);
  await expireLots(deps, { memberId: 'ann' }, studio.context(after.now));
  const lot = (await studio.wallet('ann')).lots.get('lot-of-ann');
  expect(lot).toMatchObject({ available: 0, used: 1, expired: 2 });
});
