import { millisecondsInDay } from 'date-fns/constants';
import { toLondonDay } from '#domain/london-time.ts';
import { createPushDevice } from '#tools/testing/push-device.ts';
import { pushClassChanged } from '#workers/jobs/push-class-changed/definition.ts';
import { pushClassReminder } from '#workers/jobs/push-class-reminder/definition.ts';
import { pushWaitlistNotice } from '#workers/jobs/push-waitlist-notice/definition.ts';
import { sendClassReminder } from '#workers/jobs/send-class-reminder/definition.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { book, offerSeat, readLastEvent, toWaitlistNotice } from './steps.ts';

/** Subscribes a browser of the member at the sandbox's push service. */
async function addDevice(cell: Cell, { token }: CellMember): Promise<void> {
  const device = createPushDevice(cell.studio.surviving.backends.sandboxUrl ?? '');
  await cell.request(token, 'POST', '/api/user/push-subscriptions', device.subscription);
  cell.notes.set('device', device.name);
}

/** Counts the messages that the browser shows: a repetition has the same topic, and replaces the first. */
async function countPushes(cell: Cell): Promise<readonly string[]> {
  const { rows } = await cell.studio.surviving.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM sandbox.outbox WHERE recipient = 'device ' || $1`,
    [cell.notes.get('device')],
  );
  return [`push messages: ${rows[0]?.count}`];
}

async function prepareReminder(cell: Cell) {
  const ann = await cell.addMember('ann', 1);
  const classId = await cell.addClass();
  const bookingId = await book(cell, ann, classId);
  const { data, position } = await readLastEvent(cell, `class-${classId}`, 'ClassScheduled');
  await cell.studio.waitForReadModels(position);
  return { ann, payload: { bookingId, startsAt: data.startsAt } };
}

/** Reminders and push messages, each run once by a worker that crashes. */
export const notificationScenarios: readonly Scenario[] = [
  {
    covers: ['job send-class-reminder'],
    async prepare(cell) {
      const { payload } = await prepareReminder(cell);
      return () => cell.runJob(sendClassReminder, payload);
    },
  },
  {
    covers: ['job push-class-reminder'],
    async prepare(cell) {
      const { ann, payload } = await prepareReminder(cell);
      await addDevice(cell, ann);
      return () => cell.runJob(pushClassReminder, payload);
    },
    readExtraState: countPushes,
  },
  {
    covers: ['job push-waitlist-notice'],
    async prepare(cell) {
      const { classId, bea } = await offerSeat(cell);
      await addDevice(cell, bea);
      const event = await readLastEvent(cell, `class-${classId}`, 'SpotOffered');
      const notice = { what: 'offered', until: event.data.until } as const;
      const job = toWaitlistNotice(event, { classId, memberId: bea.id }, notice);
      return () => cell.runJob(pushWaitlistNotice, ...job);
    },
    readExtraState: countPushes,
  },
  {
    covers: ['job push-class-changed'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 1);
      const classId = await cell.addClass();
      await book(cell, ann, classId);
      await addDevice(cell, ann);
      await cell.request(cell.shared.admin, 'PUT', `/api/admin/classes/${classId}`, {
        name: 'beginner',
        date: toLondonDay(new Date(cell.studio.now().getTime() + 3 * millisecondsInDay)),
        time: '20:00',
        instructorId: cell.shared.instructorId,
        maxCapacity: 4,
        duration: 50,
      });
      const { id: eventId, revision, data } = await readLastEvent(cell, `class-${classId}`, 'ClassChanged');
      const payload = { eventId, revision: Number(revision), classId, at: data.at };
      return () => cell.runJob(pushClassChanged, payload, eventId);
    },
    readExtraState: countPushes,
  },
];
