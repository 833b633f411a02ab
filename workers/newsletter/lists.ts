/** The studio's newsletter: who agreed to it is on it. */
export const newsletterList = 2;

/** Members who have booked, and members who have not (spec 001 section 9): staff fill them, from those who agreed to news. */
export const bookedList = 13;
export const neverBookedList = 14;

/** All that a member comes off who wants no more news, or leaves. */
export const everyList: readonly number[] = [newsletterList, bookedList, neverBookedList];
