import { defineJobHandler } from '#workers/core/job-handler.ts';
import { remindBy } from '../send-class-reminder/remind.ts';
import { pushClassReminder } from './definition.ts';

export const pushClassReminderHandler = defineJobHandler(pushClassReminder, remindBy('push'));
