import { isIn } from '#projections/read-models/members/staff-queries.ts';
import { runCampaignStep } from '#workers/campaigns/run-campaign-step.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { bookedList, neverBookedList } from '#workers/newsletter/lists.ts';
import { joinBookingList } from './definition.ts';

/**
 * Whoever has booked is on one list and no longer on the other. Who is on a list already stays so, so it needs no ledger.
 * A member who booked meanwhile goes where they belong by now.
 */
export const joinBookingListHandler = defineJobHandler(
  joinBookingList,
  (deps) => (asked, run) =>
    runCampaignStep(deps, joinBookingList, asked, run, async ({ id, email }) => {
      const hasBooked = await isIn(deps.pool, 'booked', id);
      await deps.mail.addToList({ email, list: hasBooked ? bookedList : neverBookedList });
      if (hasBooked) await deps.mail.removeFromList({ email, list: neverBookedList });
      return 'done';
    }),
);
