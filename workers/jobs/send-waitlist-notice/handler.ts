import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendWaitlistNotice } from './definition.ts';
import { notifyOfWaitlistBy } from './notify-of-waitlist.ts';

export const sendWaitlistNoticeHandler = defineJobHandler(sendWaitlistNotice, notifyOfWaitlistBy('mail'));
