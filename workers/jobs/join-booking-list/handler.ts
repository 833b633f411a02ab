import { isInAudience } from '#projections/read-models/members/staff-queries.ts';
import { runCampaignStep } from '#workers/campaigns/run-campaign-step.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { bookedList, neverBookedList } from '#workers/newsletter/lists.ts';
import { joinBookingList } from './definition.ts';

/**
 * Decides by the current bookings, not those at the campaign's start. List changes are idempotent, so the ledger of effects
 * is not needed.
 */
export const joinBookingListHandler = defineJobHandler(joinBookingList, (deps, payload, run) =>
  runCampaignStep(deps, joinBookingList, payload, run, async ({ id, email }) => {
    const hasBooked = await isInAudience(deps.pool, 'booked', id);
    await deps.mail.addToList({ email, list: hasBooked ? bookedList : neverBookedList });
    if (hasBooked) await deps.mail.removeFromList({ email, list: neverBookedList });
    return 'done';
  }),
);
