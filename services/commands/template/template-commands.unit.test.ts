import { describe, expect, it } from 'vitest';
import { classDecider } from '#domain/class/decider.ts';
import type { ScheduledClass } from '#domain/template/plan-week.ts';
import { bookClass } from '../booking/book-class.ts';
import { addInstructor } from '../instructor/add-instructor.ts';
import {
  Crashed,
  crashAtAppend,
  holdAtAppend,
  type StoreHooks,
} from '../testing/memory-event-store.fixture.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { cancelClass } from '../timetable/cancel-class.ts';
import { changeClass } from '../timetable/change-class.ts';
import { scheduleClass } from '../timetable/schedule-class.ts';
import { addTemplateClass } from './add-template-class.ts';
import { applyTemplate } from './apply-template.ts';
import { changeTemplateClass } from './change-template-class.ts';
import { createTemplate } from './create-template.ts';
import { planTemplateWeek, type TemplateWeekDeps } from './plan-template-week.ts';
import { removeTemplate } from './remove-template.ts';
import { planUndo, undoTemplate } from './undo-template.ts';

const week = { templateId: 1, weekStart: '2026-05-18' };
const monday = { level: 'beginner', dayOfWeek: 1, time: '09:00', instructorId: 3, capacity: 7 };

/** A studio with a template of three classes: Monday 09:00, Tuesday 09:00, Sunday 10:00. */
class TemplateStudio extends Studio {
  readonly #keys = new Map<string, number>();

  week(hooks?: StoreHooks): TemplateWeekDeps {
    return {
      ...this.start(hooks),
      templateWeekIds: {
        known: (key) => Promise.resolve(this.#keys.get(key)),
        of: (key) => {
          const id = this.#keys.get(key) ?? 10_001 + this.#keys.size;
          this.#keys.set(key, id);
          return Promise.resolve(id);
        },
      },
      readScheduledClasses: (from, to) => this.#readScheduled(from, to),
    };
  }

  async fill(): Promise<void> {
    const deps = this.start();
    await addInstructor(
      { ...deps, nextInstructorId: () => Promise.resolve(3) },
      { name: 'Maya', prenatalSuitable: false },
      this.context(),
    );
    const template = { name: 'Standard week', description: '', isActive: true };
    await createTemplate({ ...deps, nextTemplateId: () => Promise.resolve(1) }, template, this.context());
    const days = [
      { dayOfWeek: 1, time: '09:00' },
      { dayOfWeek: 2, time: '09:00' },
      { dayOfWeek: 0, time: '10:00' },
    ];
    for (const [index, when] of days.entries()) {
      await addTemplateClass(
        { ...deps, nextTemplateClassId: () => Promise.resolve(index + 1) },
        { templateId: 1, ...monday, ...when },
        this.context(),
      );
    }
  }

  async byHand(classId: number, changes: { date: string; time: string }): Promise<void> {
    await scheduleClass(
      { ...this.start(), nextClassId: () => Promise.resolve(classId) },
      { level: 'beginner', durationMinutes: 50, capacity: 7, instructorId: 3, ...changes },
      this.context(),
    );
  }

  async outcomes(): Promise<string[]> {
    const planned = await planTemplateWeek(this.week(), week, this.context());
    return planned.map(({ outcome }) => outcome.kind);
  }

  /** `date time` of every class that was ever scheduled. */
  scheduled(): string[] {
    return this.log.events
      .flatMap((event) => (event.type === 'ClassScheduled' ? [`${event.data.date} ${event.data.time}`] : []))
      .toSorted();
  }

  /** `date time` of every class that is on the timetable. */
  async onTimetable(): Promise<string[]> {
    const classes = await this.#readScheduled('2026-01-01', '2026-12-31');
    return classes.map(({ date, time }) => `${date} ${time}`).toSorted();
  }

  apply(hooks?: StoreHooks) {
    return applyTemplate(this.week(hooks), week, this.context());
  }

  undo(input: { application?: number; at?: Date } = {}, hooks?: StoreHooks) {
    const { application, at } = input;
    return undoTemplate(this.week(hooks), { ...week, application }, this.context(at));
  }

  undone(): number[][] {
    return this.log.events.flatMap((event) =>
      event.type === 'TemplateApplicationUndone' ? [event.data.classes.map(({ classId }) => classId)] : [],
    );
  }

  recorded(): number[][] {
    return this.log.events.flatMap((event) =>
      event.type === 'TemplateApplied' ? [event.data.classes.map(({ classId }) => classId)] : [],
    );
  }

  async #readScheduled(from: string, to: string): Promise<ScheduledClass[]> {
    const ids = this.log.events.flatMap((event) =>
      event.type === 'ClassScheduled' ? [event.data.classId] : [],
    );
    const { deciders } = this.start();
    const states = await Promise.all(ids.map((id) => deciders.load(classDecider, String(id))));
    return states.flatMap(({ state: { classId, details, isCancelled } }) =>
      classId === null || details === null || isCancelled || details.date < from || details.date > to
        ? []
        : [{ classId, ...details }],
    );
  }
}

async function filled() {
  const studio = new TemplateStudio();
  await studio.fill();
  return studio;
}

const whole = ['2026-05-18 09:00', '2026-05-19 09:00', '2026-05-24 10:00'];

describe('applyTemplate', () => {
  it('schedules its classes once for repeated calls', async () => {
    const studio = await filled();
    expect(await studio.outcomes()).toEqual(['create', 'create', 'create']);
    expect(studio.scheduled(), 'planning writes nothing').toEqual([]);
    await applyTemplate(studio.week(), week, studio.context());
    await applyTemplate(studio.week(), week, studio.context());
    expect(studio.scheduled()).toEqual(whole);
    expect(studio.recorded()).toEqual([[10_001, 10_002, 10_003]]);
    expect(await studio.outcomes()).toEqual(['made', 'made', 'made']);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('is completed after a crash at append %i', async (at) => {
    for (const when of ['before', 'after'] as const) {
      const studio = await filled();
      const crashed = applyTemplate(studio.week(crashAtAppend(at, when)), week, studio.context());
      await expect(crashed).rejects.toBeInstanceOf(Crashed);
      await applyTemplate(studio.week(), week, studio.context());
      expect(studio.scheduled()).toEqual(whole);
      expect(studio.recorded().flat().toSorted()).toEqual([10_001, 10_002, 10_003]);
    }
  });

  it('schedules no class twice for concurrent calls', async () => {
    // Each append of the first call is held while the second call runs to its end.
    for (let at = 0; at <= 6; at += 1) {
      const studio = await filled();
      const hooks = holdAtAppend(at);
      const slow = applyTemplate(studio.week(hooks), week, studio.context());
      await hooks.reached;
      await applyTemplate(studio.week(), week, studio.context());
      hooks.open();
      await slow;
      expect(studio.scheduled()).toEqual(whole);
      expect(studio.recorded().flat().toSorted()).toEqual([10_001, 10_002, 10_003]);
    }
  });

  it('leaves classes alone that were scheduled by hand, rescheduled or cancelled', async () => {
    const studio = await filled();
    await studio.byHand(20, { date: '2026-05-18', time: '09:00' });
    expect(await studio.outcomes()).toEqual(['there', 'create', 'create']);
    await applyTemplate(studio.week(), week, studio.context());
    const [tuesday = 0, sunday = 0] = studio.recorded().flat();
    const plan = { level: 'beginner', date: '2026-05-20', time: '18:00', capacity: 7, instructorId: 3 };
    await changeClass(studio.start(), { classId: tuesday, ...plan }, studio.context());
    await cancelClass(studio.start(), { classId: sunday }, studio.context());
    expect(await studio.outcomes()).toEqual(['there', 'made', 'cancelled']);
    await applyTemplate(studio.week(), week, studio.context());
    expect(studio.scheduled()).toEqual(whole);
  });

  it('leaves a class out while its instructor is busy, and schedules it once they are free', async () => {
    const studio = await filled();
    await studio.byHand(20, { date: '2026-05-18', time: '09:30' });
    await applyTemplate(studio.week(), week, studio.context());
    expect(await studio.outcomes()).toEqual(['instructor_busy', 'made', 'made']);
    await cancelClass(studio.start(), { classId: 20 }, studio.context());
    await applyTemplate(studio.week(), week, studio.context());
    expect(studio.scheduled()).toEqual(['2026-05-18 09:00', '2026-05-18 09:30', ...whole.slice(1)]);
    expect(studio.recorded()).toHaveLength(2);
  });
});

describe('undoTemplate', () => {
  const statuses = ({ retained }: Awaited<ReturnType<typeof undoTemplate>>) =>
    retained.map(({ status }) => status);

  it('takes back what the application made, and applying it again makes it anew, any number of times', async () => {
    const studio = await filled();
    await studio.byHand(20, { date: '2026-05-18', time: '09:00' });
    for (let round = 1; round <= 3; round += 1) {
      const { application } = await studio.apply();
      expect(application).toBe(round);
      expect(await planUndo(studio.start(), week, { now })).toEqual({ application: round, classes: 2 });
      const { takenBack, retained } = await studio.undo();
      expect([takenBack.length, retained]).toEqual([2, []]);
      expect(await studio.onTimetable()).toEqual(['2026-05-18 09:00']);
      expect(await planUndo(studio.start(), week, { now })).toBeNull();
      expect(await studio.outcomes()).toEqual(['there', 'create', 'create']);
    }
    expect(new Set(studio.undone().flat()).size, 'new ids after each undo').toBe(6);
  });

  it('takes back one application only, and changes nothing when it is repeated', async () => {
    const studio = await filled();
    await studio.apply();
    const input = { templateId: 1, ...monday, time: '18:00' };
    const added = { ...studio.start(), nextTemplateClassId: () => Promise.resolve(4) };
    await addTemplateClass(added, input, studio.context());
    expect((await studio.apply()).application).toBe(2);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect((await studio.undo()).takenBack).toMatchObject([{ templateClassId: 4 }]);
    }
    expect(await studio.onTimetable()).toEqual(whole);
    expect(studio.undone()).toHaveLength(1);
    expect((await studio.undo({ application: 1 })).takenBack).toHaveLength(3);
    expect(await studio.onTimetable()).toEqual([]);
    expect(await studio.undo({ application: 7 })).toMatchObject({ takenBack: [], retained: [] });
  });

  it('leaves what was booked, has begun or was cancelled, and a cancelled class stays cancelled', async () => {
    const studio = await filled();
    await studio.apply();
    const [mondays = 0, tuesdays = 0] = studio.recorded().flat();
    await studio.grant('ann', 1);
    await bookClass(
      studio.start(),
      { classId: tuesdays, memberId: 'ann', source: 'staff' },
      studio.context(),
    );
    expect(await planUndo(studio.start(), week, { now })).toBeNull();
    await cancelClass(studio.start(), { classId: mondays }, studio.context());
    const undone = await studio.undo();
    expect([undone.takenBack.length, statuses(undone)]).toEqual([1, ['cancelled', 'booked']]);
    expect(await studio.outcomes()).toEqual(['cancelled', 'made', 'create']);
    const late = new Date('2026-05-24T09:00:00.000Z');
    await studio.apply();
    expect(statuses(await studio.undo({ at: late }))).toEqual(['begun']);
  });

  it.each([0, 1, 2, 3])(
    'is completed after a crash at append %i, also with an application between',
    async (at) => {
      for (const when of ['before', 'after'] as const) {
        for (const appliesBetween of [false, true]) {
          const studio = await filled();
          await studio.apply();
          await expect(studio.undo({}, crashAtAppend(at, when))).rejects.toBeInstanceOf(Crashed);
          if (appliesBetween) await studio.apply();
          expect(await studio.undo({ application: 1 })).toMatchObject({ retained: [] });
          expect(studio.undone().flat().toSorted()).toEqual([10_001, 10_002, 10_003]);
          const made = studio
            .recorded()
            .flat()
            .filter((id) => id > 10_003);
          expect(await studio.onTimetable()).toHaveLength(made.length);
          await studio.apply();
          expect(await studio.onTimetable()).toEqual(whole);
        }
      }
    },
  );

  it('lets either a concurrent booking or the undo win for each class, and a second undo changes nothing', async () => {
    for (let at = 0; at <= 3; at += 1) {
      const studio = await filled();
      await studio.apply();
      await studio.grant('ann', 1);
      const hooks = holdAtAppend(at);
      const slow = studio.undo({}, hooks);
      await hooks.reached;
      const booked = await bookClass(
        studio.start(),
        { classId: 10_002, memberId: 'ann', source: 'staff' },
        studio.context(),
      ).then(
        () => true,
        ({ code }) => code !== 'CLASS_CANCELLED',
      );
      expect(booked, `held at append ${at}`).toBe(at <= 1);
      await studio.undo();
      hooks.open();
      expect(statuses(await slow)).toEqual(booked ? ['booked'] : []);
      expect(await studio.onTimetable()).toEqual(booked ? ['2026-05-19 09:00'] : []);
      expect(studio.undone()).toHaveLength(1);
    }
  });
});

it('accepts classes of existing instructors only', async () => {
  const studio = await filled();
  const deps = { ...studio.start(), nextTemplateClassId: () => Promise.resolve(9) };
  const change = (templateClassId: number, instructorId: number) => {
    const input = { ...monday, templateId: 1, templateClassId, instructorId };
    return changeTemplateClass(deps, input, studio.context());
  };
  const add = { ...monday, templateId: 1, instructorId: 4 };
  await expect(addTemplateClass(deps, add, studio.context())).rejects.toMatchObject({
    code: 'INSTRUCTOR_NOT_FOUND',
  });
  await expect(change(1, 4)).rejects.toMatchObject({ code: 'INSTRUCTOR_NOT_FOUND' });
  await expect(change(9, 3)).rejects.toMatchObject({ code: 'TEMPLATE_CLASS_NOT_FOUND' });
  await expect(removeTemplate(deps, { templateId: 1 }, studio.context())).resolves.toMatchObject({
    classes: 3,
  });
  await expect(planTemplateWeek(studio.week(), week, studio.context())).rejects.toMatchObject({
    code: 'TEMPLATE_NOT_FOUND',
  });
});
