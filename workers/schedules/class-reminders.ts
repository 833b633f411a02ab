import type { Pool } from 'pg';
import { computeReminderTime } from '#domain/class/reminder.ts';
import { getNextWakingTime } from '#domain/class/waitlist-phase.ts';
import { job } from '#infra/queue/define-job.ts';
import {
  formatClassReminderKey,
  readPossibleReminders,
  readReminders,
} from '#projections/read-models/bookings/reminder-queries.ts';
import { readShownRules } from '#projections/read-models/rules/queries.ts';
import { pushClassReminder } from '../jobs/push-class-reminder/definition.ts';
import { sendClassReminder } from '../jobs/send-class-reminder/definition.ts';
import { earliest } from './earliest.ts';
import { defineSweepJob, keyOfHour, type Sweep } from './sweep.ts';

/** Reminds members of their classes. Reminders that an outage delayed into quiet hours wait for their end. */
export const classRemindersSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-class-reminders'),
  everyMs: 20_000,
  async find(now) {
    const rules = await readShownRules(pool);
    if (getNextWakingTime(now, rules) > now) return [];
    const open = await readPossibleReminders(pool, now);
    return open.flatMap((booking) => {
      const due = computeReminderTime(booking, rules);
      if (due === null || due > now) return [];
      const payload = { bookingId: booking.bookingId, startsAt: booking.startsAt.toISOString() };
      const key = keyOfHour(formatClassReminderKey(booking), now);
      return [job(sendClassReminder, payload, key), job(pushClassReminder, payload, key)];
    });
  },
  async nextDue(now) {
    const rules = await readShownRules(pool);
    const awake = getNextWakingTime(now, rules);
    const instants = (await readReminders(pool, now)).map((booking) => {
      const due = computeReminderTime(booking, rules);
      return due !== null && due <= now ? awake : due;
    });
    return earliest(instants.filter((instant) => instant !== null && instant > now));
  },
});
