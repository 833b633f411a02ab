import { defineJobHandler } from '#workers/core/job-handler.ts';
import { notifyOfWaitlistBy } from '../send-waitlist-notice/notify-of-waitlist.ts';
import { pushWaitlistNotice } from './definition.ts';

export const pushWaitlistNoticeHandler = defineJobHandler(pushWaitlistNotice, notifyOfWaitlistBy('push'));
