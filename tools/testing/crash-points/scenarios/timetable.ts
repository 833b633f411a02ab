import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { addDaysToDay, getMonday, toLondonDay } from '#domain/london-time.ts';
import type { Cell } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { addStaff } from './staff.ts';
import { book, joinWaitlist, moveClassFar, offerSeat } from './steps.ts';

/** The class's plan with another time. */
const createPlan = (cell: Cell, instructorId: number) => ({
  name: 'beginner',
  date: addDaysToDay(toLondonDay(cell.studio.now()), 3),
  time: '19:30',
  instructorId,
  maxCapacity: 6,
  duration: 50,
});

const withId = z.object({ id: z.number() });
const templateAnswer = z.object({ template: withId });
const templateClassAnswer = z.object({ templateClass: withId });

/** Adds a weekly template and an instructor for it. */
async function addTemplate(cell: Cell): Promise<{ templateId: number; instructorId: number }> {
  const instructorId = await cell.addInstructor();
  const answer = await cell.request(cell.shared.admin, 'POST', '/api/admin/weekly-templates', {
    name: `Week ${cell.tag}`,
    description: '',
    isActive: true,
  });
  return { templateId: templateAnswer.parse(answer).template.id, instructorId };
}

const templateClass = (instructorId: number, time = '09:00') => ({
  dayOfWeek: 1,
  name: 'beginner',
  time,
  instructorId,
  maxCapacity: 7,
});

async function addTemplateClass(
  cell: Cell,
  template: { templateId: number; instructorId: number },
  time?: string,
) {
  const answer = await cell.request(cell.shared.admin, 'POST', '/api/admin/template-classes', {
    ...templateClass(template.instructorId, time),
    templateId: template.templateId,
  });
  return templateClassAnswer.parse(answer).templateClass.id;
}

/** Commands about classes, templates and instructors. */
export const timetableScenarios: readonly Scenario[] = [
  {
    covers: ['timetable/schedule-class', 'timetable/assign-instructor'],
    acceptedDifferences: [
      {
        lines: /^[-+] (instructor: .*|class: ClassScheduled .*)$/,
        reason:
          'the instructor is noted for a class that was not scheduled; the note expires after 10 s (ADR 17)',
      },
    ],
    async prepare(cell) {
      const body = { ...createPlan(cell, await cell.addInstructor()), requestKey: randomUUID() };
      return () => cell.request(cell.shared.admin, 'POST', '/api/admin/classes', body);
    },
  },
  {
    covers: ['timetable/change-class'],
    async prepare(cell) {
      const [ann, other] = [await cell.addMember('ann', 1), await cell.addInstructor()];
      const classId = await cell.addClass();
      await book(cell, ann, classId);
      return () =>
        cell.request(cell.shared.admin, 'PUT', `/api/admin/classes/${classId}`, createPlan(cell, other));
    },
    acceptedDifferences: [
      {
        lines: /^[-+] instructor: .*InstructorAssigned/,
        reason: 'the other instructor is noted for the unchanged class; the note expires after 10 s (ADR 17)',
      },
      { lines: /^- instructor: InstructorAdded \(name Marina TAG\)$/, reason: 'as above' },
    ],
  },
  {
    covers: ['timetable/substitute-instructor'],
    async prepare(cell) {
      const [classId, instructorId] = [await cell.addClass(), await cell.addInstructor()];
      return () =>
        cell.request(cell.shared.admin, 'PATCH', `/api/admin/classes/${classId}/instructor`, {
          instructorId,
        });
    },
    acceptedDifferences: [
      {
        lines: /^[-+] instructor: /,
        reason: 'the other instructor is noted for the unchanged class; the note expires after 10 s (ADR 17)',
      },
    ],
  },
  {
    covers: ['timetable/mark-class-full'],
    async prepare(cell) {
      const classId = await cell.addClass();
      return () =>
        cell.request(cell.shared.admin, 'PATCH', `/api/admin/classes/${classId}/mark-full`, {
          isMarkedFull: true,
        });
    },
  },
  {
    covers: ['timetable/mark-class-full'],
    case: 'a seat is offered',
    async prepare(cell) {
      const { classId } = await offerSeat(cell);
      return () =>
        cell.request(cell.shared.admin, 'PATCH', `/api/admin/classes/${classId}/mark-full`, {
          isMarkedFull: true,
        });
    },
  },
  {
    covers: ['timetable/change-class'],
    case: 'to another day, while a seat is offered',
    async prepare(cell) {
      const { classId } = await offerSeat(cell);
      return () => moveClassFar(cell, classId);
    },
  },
  {
    covers: ['timetable/cancel-class'],
    async prepare(cell) {
      const [ann, bea, cat] = [
        await cell.addMember('ann', 1),
        await cell.addMember('bea', 1),
        await cell.addMember('cat', 1),
      ];
      const classId = await cell.addClass({ capacity: 2 });
      await book(cell, ann, classId);
      await book(cell, bea, classId);
      await joinWaitlist(cell, cat, classId);
      return () => cell.request(cell.shared.admin, 'DELETE', `/api/admin/classes/${classId}`);
    },
  },
  {
    covers: ['instructor/add-instructor'],
    async prepare(cell) {
      const body = { name: `Marina ${cell.tag}`, prenatalSuitable: true, requestKey: randomUUID() };
      return () => cell.request(cell.shared.admin, 'POST', '/api/admin/instructors', body);
    },
  },
  {
    covers: ['instructor/change-instructor'],
    async prepare(cell) {
      const id = await cell.addInstructor();
      return () =>
        cell.request(cell.shared.admin, 'PUT', `/api/admin/instructors/${id}`, {
          name: `Marina Hale ${cell.tag}`,
          prenatalSuitable: false,
        });
    },
  },
  {
    covers: ['instructor/set-rate'],
    async prepare(cell) {
      const path = `/api/admin/instructors/${await cell.addInstructor()}/rates`;
      const rate = { basePence: 3_000, perHeadPence: 250, above: 4, validFrom: '2026-06-01' };
      return () => cell.requestOrRefusal(cell.shared.admin, 'POST', path, rate);
    },
  },
  {
    covers: ['instructor/link-account'],
    async prepare(cell) {
      const path = `/api/admin/instructors/${await cell.addInstructor()}/account`;
      const { id: staffId } = await addStaff(cell);
      return () => cell.request(cell.shared.admin, 'PUT', path, { staffId });
    },
  },
  {
    covers: ['instructor/remove-instructor'],
    async prepare(cell) {
      const id = await cell.addInstructor();
      return () => cell.requestOrRefusal(cell.shared.admin, 'DELETE', `/api/admin/instructors/${id}`);
    },
  },
  {
    covers: ['template/create-template'],
    async prepare(cell) {
      const body = { name: `Week ${cell.tag}`, description: '', isActive: true, requestKey: randomUUID() };
      return () => cell.request(cell.shared.admin, 'POST', '/api/admin/weekly-templates', body);
    },
  },
  {
    covers: ['template/change-template'],
    async prepare(cell) {
      const { templateId } = await addTemplate(cell);
      return () =>
        cell.request(cell.shared.admin, 'PUT', `/api/admin/weekly-templates/${templateId}`, {
          name: `Summer ${cell.tag}`,
          description: 'Long evenings',
          isActive: true,
        });
    },
  },
  {
    covers: ['template/remove-template'],
    async prepare(cell) {
      const template = await addTemplate(cell);
      await addTemplateClass(cell, template);
      return () =>
        cell.requestOrRefusal(
          cell.shared.admin,
          'DELETE',
          `/api/admin/weekly-templates/${template.templateId}`,
        );
    },
  },
  {
    covers: ['template/add-template-class'],
    async prepare(cell) {
      const { templateId, instructorId } = await addTemplate(cell);
      const body = { ...templateClass(instructorId), templateId, requestKey: randomUUID() };
      return () => cell.request(cell.shared.admin, 'POST', '/api/admin/template-classes', body);
    },
  },
  {
    covers: ['template/change-template-class'],
    async prepare(cell) {
      const template = await addTemplate(cell);
      const id = await addTemplateClass(cell, template);
      return () =>
        cell.request(cell.shared.admin, 'PUT', `/api/admin/template-classes/${id}`, {
          ...templateClass(template.instructorId, '10:30'),
        });
    },
  },
  {
    covers: ['template/remove-template-class'],
    async prepare(cell) {
      const id = await addTemplateClass(cell, await addTemplate(cell));
      return () => cell.requestOrRefusal(cell.shared.admin, 'DELETE', `/api/admin/template-classes/${id}`);
    },
  },
  {
    covers: ['template/undo-template'],
    async prepare(cell) {
      const template = await addTemplate(cell);
      await addTemplateClass(cell, template, '09:00');
      await addTemplateClass(cell, template, '11:00');
      const weekStartDate = addDaysToDay(getMonday(toLondonDay(cell.studio.now())), 14);
      const week = { templateId: template.templateId, weekStartDate };
      await cell.request(cell.shared.admin, 'POST', '/api/admin/apply-template', week);
      return () => cell.request(cell.shared.admin, 'POST', '/api/admin/undo-template', week);
    },
    acceptedDifferences: [
      {
        lines: /^[-+] (class|template): /,
        reason: 'part of the week is taken back; the same undo again takes back the rest and records it',
      },
    ],
  },
  {
    covers: ['template/apply-template', 'template/plan-template-week'],
    async prepare(cell) {
      const template = await addTemplate(cell);
      await addTemplateClass(cell, template, '09:00');
      await addTemplateClass(cell, template, '11:00');
      const weekStartDate = addDaysToDay(getMonday(toLondonDay(cell.studio.now())), 14);
      return () =>
        cell.request(cell.shared.admin, 'POST', '/api/admin/apply-template', {
          templateId: template.templateId,
          weekStartDate,
        });
    },
    acceptedDifferences: [
      {
        lines: /^[-+] (instructor|class|template): /,
        reason: 'part of the week is on the timetable; applying again adds the rest without duplicates',
      },
    ],
  },
];
