import { defineJob } from '#infra/queue/define-job.ts';
import { waitlistNoticeToMember } from '../send-waitlist-notice/definition.ts';

/** Sends a member a push message about a spot that is offered or announced. */
export const pushWaitlistNotice = defineJob({
  name: 'push-waitlist-notice',
  lane: 'push',
  payload: waitlistNoticeToMember,
});
