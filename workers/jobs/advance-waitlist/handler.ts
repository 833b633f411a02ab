import { advanceWaitlist } from '#services/commands/waitlist/advance-waitlist.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { advanceWaitlistJob } from './definition.ts';

export const advanceWaitlistHandler = defineJobHandler(
  advanceWaitlistJob,
  async (deps, payload, { commandContext }) => {
    await advanceWaitlist(deps, payload, commandContext());
  },
);
