import { describe, expect, it } from 'vitest';
import { createDryRun } from '#infra/event-store/dry-run.ts';
import { bookClass } from '../booking/book-class.ts';
import { addInstructor } from '../instructor/add-instructor.ts';
import { changeInstructor } from '../instructor/change-instructor.ts';
import { removeInstructor } from '../instructor/remove-instructor.ts';
import { holdAtAppend } from '../testing/memory-event-store.fixture.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { expireLots } from '../wallet/expire-lots.ts';
import { cancelClass } from './cancel-class.ts';
import { changeClass } from './change-class.ts';
import { scheduleClass } from './schedule-class.ts';
import { substituteInstructor } from './substitute-instructor.ts';

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
  it('accepts a class of an existing instructor only', async () => {
    const { studio, deps } = await staffed();
    const whole = { ...plan, durationMinutes: 50 };
    await expect(scheduleClass(deps, whole, studio.context())).resolves.toEqual({ classId: 8, position: 2n });
    await expect(scheduleClass(deps, { ...whole, instructorId: 4 }, studio.context())).rejects.toMatchObject({
      code: 'INSTRUCTOR_NOT_FOUND',
    });
  });

  it('changes a class, and keeps a missing duration', async () => {
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

it('changes an existing instructor only', async () => {
  const { studio, deps } = await staffed();
  await expect(
    changeInstructor(deps, { ...maya, instructorId: 3, name: 'Maja' }, studio.context()),
  ).resolves.toEqual({ position: 1n });
  await expect(changeInstructor(deps, { ...maya, instructorId: 4 }, studio.context())).rejects.toMatchObject({
    code: 'INSTRUCTOR_NOT_FOUND',
  });
});

it('expires a wallet’s lapsed lots, and keeps a pass in use', async () => {
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

describe('a substitute', () => {
  it('gets the class and leaves everything else as it is', async () => {
    const { studio, deps } = await staffed();
    await scheduleClass(deps, { ...plan, durationMinutes: 45 }, studio.context());
    await addInstructor({ ...deps, nextInstructorId: () => Promise.resolve(4) }, maya, studio.context());
    const substitute = (classId: number, instructorId: number) =>
      substituteInstructor(deps, { classId, instructorId }, studio.context());
    await substitute(8, 4);
    expect((await studio.classState(8)).details).toMatchObject({
      ...plan,
      durationMinutes: 45,
      instructorId: 4,
    });
    await expect(substitute(8, 5)).rejects.toMatchObject({ code: 'INSTRUCTOR_NOT_FOUND' });
    await expect(substitute(9, 4)).rejects.toMatchObject({ code: 'CLASS_NOT_FOUND' });
    await cancelClass(deps, { classId: 8 }, studio.context());
    await expect(substitute(8, 3)).rejects.toMatchObject({ code: 'CLASS_CANCELLED' });
  });
});

describe('an instructor', () => {
  const whole = { ...plan, durationMinutes: 50 };
  const later = new Date(now.getTime() + 60_000);
  const remove = (
    { studio, deps }: Awaited<ReturnType<typeof staffed>>,
    classIds: readonly number[] = [],
    at = later,
  ) => removeInstructor(deps, { instructorId: 3, classIds }, studio.context(at));

  it('is not removed while a future class needs them', async () => {
    const staff = await staffed();
    const { studio, deps } = staff;
    await scheduleClass(deps, whole, studio.context());
    const refused = { code: 'INSTRUCTOR_HAS_CLASSES', details: { classes: 1, classIds: '8' } };
    await expect(remove(staff)).rejects.toMatchObject(refused);
    await expect(remove(staff, [8])).rejects.toMatchObject(refused);
    await cancelClass(deps, { classId: 8 }, studio.context());
    await remove(staff);
    await remove(staff);
    expect(studio.log.events.filter(({ type }) => type === 'InstructorRemoved')).toHaveLength(1);
  });

  it('is not removed from a class that only a read model knows of', async () => {
    const staff = await staffed();
    // A class from before assignments were recorded.
    await staff.studio.schedule(1);
    const elsewhere = { instructorId: 1, classIds: [1] };
    await addInstructor(
      { ...staff.deps, nextInstructorId: () => Promise.resolve(1) },
      maya,
      staff.studio.context(),
    );
    await expect(removeInstructor(staff.deps, elsewhere, staff.studio.context(later))).rejects.toMatchObject({
      code: 'INSTRUCTOR_HAS_CLASSES',
    });
  });

  it('is removed once the class is over or reassigned', async () => {
    const staff = await staffed();
    const { studio, deps } = staff;
    await scheduleClass(deps, whole, studio.context());
    await addInstructor({ ...deps, nextInstructorId: () => Promise.resolve(4) }, maya, studio.context());
    await substituteInstructor(deps, { classId: 8, instructorId: 4 }, studio.context());
    await remove(staff);
    const held = new Date('2026-05-16T09:00:00.000Z');
    await removeInstructor(deps, { instructorId: 4, classIds: [] }, studio.context(held));
    expect(studio.log.events.filter(({ type }) => type === 'InstructorRemoved')).toHaveLength(2);
  });

  it('stays while a class is being assigned: the removal meets a conflict', async () => {
    const staff = await staffed();
    const { studio } = staff;
    // Crashes, or is delayed, between the assignment and the class.
    const hooks = holdAtAppend(1);
    const slow = { ...studio.start(hooks), nextClassId: () => Promise.resolve(9) };
    const scheduling = scheduleClass(slow, whole, studio.context());
    await hooks.reached;
    await expect(remove(staff, [], now)).rejects.toMatchObject({ code: 'CONFLICT' });
    hooks.open();
    await scheduling;
    await expect(remove(staff)).rejects.toMatchObject({ code: 'INSTRUCTOR_HAS_CLASSES' });
  });

  it('can be removed when a crash left an assignment without a class', async () => {
    const staff = await staffed();
    const { studio } = staff;
    const hooks = holdAtAppend(1);
    void scheduleClass(
      { ...studio.start(hooks), nextClassId: () => Promise.resolve(9) },
      whole,
      studio.context(),
    );
    await hooks.reached;
    await remove(staff);
    expect(studio.log.events.at(-1)?.type).toBe('InstructorRemoved');
  });

  it('is not assigned a class after a concurrent removal', async () => {
    const staff = await staffed();
    const { studio } = staff;
    const hooks = holdAtAppend(0);
    const scheduling = scheduleClass(
      { ...studio.start(hooks), nextClassId: () => Promise.resolve(9) },
      whole,
      studio.context(),
    );
    await hooks.reached;
    await remove(staff);
    hooks.open();
    await expect(scheduling).rejects.toMatchObject({ code: 'INSTRUCTOR_NOT_FOUND' });
    expect((await studio.classState(9)).details).toBeNull();
  });

  it('is checked again when a class is assigned during the check', async () => {
    const staff = await staffed();
    const { studio } = staff;
    const hooks = holdAtAppend(0);
    const removing = removeInstructor(
      studio.start(hooks),
      { instructorId: 3, classIds: [] },
      studio.context(later),
    );
    await hooks.reached;
    await scheduleClass(
      { ...studio.start(), nextClassId: () => Promise.resolve(9) },
      whole,
      studio.context(),
    );
    hooks.open();
    await expect(removing).rejects.toMatchObject({ code: 'INSTRUCTOR_HAS_CLASSES' });
  });
});

it('decides a whole cancellation in a dry run and appends nothing', async () => {
  const { studio, deps } = await staffed();
  await scheduleClass(deps, { ...plan, durationMinutes: 50 }, studio.context());
  await studio.grant('ann', 1, { expiresAt: '2026-05-16T22:59:59.999Z' });
  await bookClass(deps, { classId: 8, memberId: 'ann', source: 'staff' }, studio.context());
  const appended = studio.log.events.length;
  const dry = createDryRun(deps.deciders);
  await cancelClass({ deciders: dry.deciders }, { classId: 8 }, studio.context());
  expect(dry.events.map(({ type }) => type)).toEqual([
    'ClassCancelled',
    'SeatReleased',
    'PassReturned',
    'LotExtended',
  ]);
  expect(studio.log.events.length).toBe(appended);
  await cancelClass(deps, { classId: 8 }, studio.context());
  expect(studio.log.events.slice(appended).map(({ type, data }) => ({ type, data }))).toEqual(dry.events);
});
