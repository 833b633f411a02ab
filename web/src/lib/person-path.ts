/** What the page of a member marks: the booking, lot or payment that a link leads to. */
export type PersonMark = `${'booking' | 'lot' | 'payment'}-${string | number}`;

/** The page of a member, for staff. */
export const getPersonPath = (memberId: string, mark?: PersonMark): string =>
  `/admin/members/${encodeURIComponent(memberId)}${mark === undefined ? '' : `#${mark}`}`;
