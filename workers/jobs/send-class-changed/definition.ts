import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

export const classChange = z.object({
  /** The change and its revision in the class's stream. */
  eventId: z.string(),
  revision: z.number().int(),
  classId: z.number().int(),
  /** Absent from jobs of older versions, which notify no waiting members. */
  at: z.iso.datetime().optional(),
});

/** Emails every booked and every waiting member that the studio changed the class. */
export const sendClassChanged = defineJob({ name: 'send-class-changed', payload: classChange });
