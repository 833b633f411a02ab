import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** A booking, and the start of the class that the reminder is for. */
export const classReminder = z.object({ bookingId: z.number().int(), startsAt: z.iso.datetime() });

/** Emails a member before a booked class. */
export const sendClassReminder = defineJob({ name: 'send-class-reminder', payload: classReminder });
