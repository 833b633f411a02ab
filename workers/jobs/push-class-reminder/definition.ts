import { defineJob } from '#infra/queue/define-job.ts';
import { classReminder } from '../send-class-reminder/definition.ts';

/** Sends a member a push message before a booked class. */
export const pushClassReminder = defineJob({
  name: 'push-class-reminder',
  lane: 'push',
  payload: classReminder,
});
