import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { addDaysToDay, getMonday, toLondonDay } from '#domain/london-time.ts';
import type { Cell } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { book, join } from './steps.ts';

/** The class's plan with another time. */
const planOf = (cell: Cell, instructorId: number) => ({
  name: 'beginner',
  date: addDaysToDay(toLondonDay(cell.studio.now()), 3),
  time: '19:30',
  instructorId,
  maxCapacity: 6,
  duration: 50,
});

const made = z.object({ id: z.number() });
const templateMade = z.object({ template: made });
const templateClassMade = z.object({ templateClass: made });

/** A template of the cell's own instructor. */
async function template(cell: Cell): Promise<{ templateId: number; instructorId: number }> {
  const instructorId = await cell.instructor();
  const answer = await cell.ask(cell.shared.admin, 'POST', '/api/admin/weekly-templates', {
    name: `Week ${cell.tag}`,
    description: '',
    isActive: true,
  });
  return { templateId: templateMade.parse(answer).template.id, instructorId };
}

const templateClass = (instructorId: number, time = '09:00') => ({
  dayOfWeek: 1,
  name: 'beginner',
  time,
  instructorId,
  maxCapacity: 7,
});

async function addClass(cell: Cell, given: { templateId: number; instructorId: number }, time?: string) {
  const answer = await cell.ask(cell.shared.admin, 'POST', '/api/admin/template-classes', {
    ...templateClass(given.instructorId, time),
    templateId: given.templateId,
  });
  return templateClassMade.parse(answer).templateClass.id;
}

/** Commands about classes, templates and those who teach. */
export const timetableScenarios: readonly Scenario[] = [
  {
    covers: ['timetable/schedule-class', 'timetable/assign-instructor'],
    exceptions: [
      {
        lines: /^[-+] (instructor: .*|class: ClassScheduled .*)$/,
        because:
          'the instructor is noted for a class that never came to be; it holds nobody up after 10 s (ADR 17)',
      },
    ],
    async prepare(cell) {
      const wish = { ...planOf(cell, await cell.instructor()), requestKey: randomUUID() };
      return () => cell.ask(cell.shared.admin, 'POST', '/api/admin/classes', wish);
    },
  },
  {
    covers: ['timetable/change-class'],
    async prepare(cell) {
      const [ann, other] = [await cell.member('ann', 1), await cell.instructor()];
      const classId = await cell.class();
      await book(cell, ann, classId);
      return () => cell.ask(cell.shared.admin, 'PUT', `/api/admin/classes/${classId}`, planOf(cell, other));
    },
    exceptions: [
      {
        lines: /^[-+] instructor: .*InstructorAssigned/,
        because:
          'the other instructor is noted for the class that stays as it was; it holds nobody up after 10 s (ADR 17)',
      },
      { lines: /^- instructor: InstructorAdded \(name Marina TAG\)$/, because: 'as above' },
    ],
  },
  {
    covers: ['timetable/substitute-instructor'],
    async prepare(cell) {
      const [classId, instructorId] = [await cell.class(), await cell.instructor()];
      return () =>
        cell.ask(cell.shared.admin, 'PATCH', `/api/admin/classes/${classId}/instructor`, { instructorId });
    },
    exceptions: [
      {
        lines: /^[-+] instructor: /,
        because:
          'the other instructor is noted for the class that stays as it was; it holds nobody up after 10 s (ADR 17)',
      },
    ],
  },
  {
    covers: ['timetable/mark-class-full'],
    async prepare(cell) {
      const classId = await cell.class();
      return () =>
        cell.ask(cell.shared.admin, 'PATCH', `/api/admin/classes/${classId}/mark-full`, {
          isMarkedFull: true,
        });
    },
  },
  {
    covers: ['timetable/cancel-class'],
    async prepare(cell) {
      const [ann, bea, cat] = [
        await cell.member('ann', 1),
        await cell.member('bea', 1),
        await cell.member('cat', 1),
      ];
      const classId = await cell.class({ capacity: 2 });
      await book(cell, ann, classId);
      await book(cell, bea, classId);
      await join(cell, cat, classId);
      return () => cell.ask(cell.shared.admin, 'DELETE', `/api/admin/classes/${classId}`);
    },
  },
  {
    covers: ['instructor/add-instructor'],
    async prepare(cell) {
      const wish = { name: `Marina ${cell.tag}`, prenatalSuitable: true, requestKey: randomUUID() };
      return () => cell.ask(cell.shared.admin, 'POST', '/api/admin/instructors', wish);
    },
  },
  {
    covers: ['instructor/change-instructor'],
    async prepare(cell) {
      const id = await cell.instructor();
      return () =>
        cell.ask(cell.shared.admin, 'PUT', `/api/admin/instructors/${id}`, {
          name: `Marina Hale ${cell.tag}`,
          prenatalSuitable: false,
        });
    },
  },
  {
    covers: ['instructor/remove-instructor'],
    async prepare(cell) {
      const id = await cell.instructor();
      return () => cell.tryTo(cell.shared.admin, 'DELETE', `/api/admin/instructors/${id}`);
    },
  },
  {
    covers: ['template/create-template'],
    async prepare(cell) {
      const wish = { name: `Week ${cell.tag}`, description: '', isActive: true, requestKey: randomUUID() };
      return () => cell.ask(cell.shared.admin, 'POST', '/api/admin/weekly-templates', wish);
    },
  },
  {
    covers: ['template/change-template'],
    async prepare(cell) {
      const { templateId } = await template(cell);
      return () =>
        cell.ask(cell.shared.admin, 'PUT', `/api/admin/weekly-templates/${templateId}`, {
          name: `Summer ${cell.tag}`,
          description: 'Long evenings',
          isActive: true,
        });
    },
  },
  {
    covers: ['template/remove-template'],
    async prepare(cell) {
      const given = await template(cell);
      await addClass(cell, given);
      return () => cell.tryTo(cell.shared.admin, 'DELETE', `/api/admin/weekly-templates/${given.templateId}`);
    },
  },
  {
    covers: ['template/add-template-class'],
    async prepare(cell) {
      const { templateId, instructorId } = await template(cell);
      const wish = { ...templateClass(instructorId), templateId, requestKey: randomUUID() };
      return () => cell.ask(cell.shared.admin, 'POST', '/api/admin/template-classes', wish);
    },
  },
  {
    covers: ['template/change-template-class'],
    async prepare(cell) {
      const given = await template(cell);
      const id = await addClass(cell, given);
      return () =>
        cell.ask(cell.shared.admin, 'PUT', `/api/admin/template-classes/${id}`, {
          ...templateClass(given.instructorId, '10:30'),
        });
    },
  },
  {
    covers: ['template/remove-template-class'],
    async prepare(cell) {
      const id = await addClass(cell, await template(cell));
      return () => cell.tryTo(cell.shared.admin, 'DELETE', `/api/admin/template-classes/${id}`);
    },
  },
  {
    covers: ['template/apply-template', 'template/plan-template-week'],
    async prepare(cell) {
      const given = await template(cell);
      await addClass(cell, given, '09:00');
      await addClass(cell, given, '11:00');
      const weekStartDate = addDaysToDay(getMonday(toLondonDay(cell.studio.now())), 14);
      return () =>
        cell.ask(cell.shared.admin, 'POST', '/api/admin/apply-template', {
          templateId: given.templateId,
          weekStartDate,
        });
    },
    exceptions: [
      {
        lines: /^[-+] (instructor|class|template): /,
        because: 'part of the week is on the timetable; applying again adds the rest and doubles nothing',
      },
    ],
  },
];
