import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendClassReminder } from './definition.ts';
import { remindBy } from './remind.ts';

export const sendClassReminderHandler = defineJobHandler(sendClassReminder, remindBy('mail'));
