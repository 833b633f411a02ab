import type { Pool } from 'pg';
import { wasInCampaign } from '#infra/postgres/tables/campaigns.ts';
import type { UserRow } from '#projections/read-models/members/queries.ts';
import { isInAudience } from '#projections/read-models/members/staff-queries.ts';
import { bookedList, bookingListCampaigns, neverBookedList, newsletterList } from './lists.ts';

/**
 * The mailing lists of a member: the newsletter with their consent, and one of the two lists about bookings once staff put them
 * there.
 */
export async function findListsOf(pool: Pool, { id, newsletter }: UserRow): Promise<readonly number[]> {
  if (!newsletter) return [];
  if (!(await wasInCampaign(pool, id, bookingListCampaigns))) return [newsletterList];
  return [newsletterList, (await isInAudience(pool, 'booked', id)) ? bookedList : neverBookedList];
}
