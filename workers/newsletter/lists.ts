/** The studio's newsletter: members who consent to it. */
export const newsletterList = 2;

/** Members with and without bookings (spec 001 section 9). Staff fill both lists from members who consent to news. */
export const bookedList = 13;
export const neverBookedList = 14;

/** The kinds of campaign by which staff fill those two lists. */
export const bookingListCampaigns: readonly string[] = ['members-with-bookings', 'members-without-bookings'];

/** The lists to remove a member from after a withdrawn consent or an erasure. */
export const allLists: readonly number[] = [newsletterList, bookedList, neverBookedList];
