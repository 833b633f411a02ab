import type { LiveChange, LiveTopic } from '#services/contract/live.ts';

/** Reads that change with any class, whatever its day. */
const classReads =
  /^\/api\/(my-bookings$|instructor\/classes|admin\/(recent-bookings$|weekly-class-counts$|apply-template\?))/;
const instructorReads =
  /^\/api\/(classes\?date=|instructor\/classes|admin\/(instructors$|rates$|recent-bookings$|template-classes\/|apply-template\?))/;

/** The staff's timetable: the classes of a day, the bookings of a class, the conflicts of a planned class. */
const isStaffTimetableKey = (key: string): boolean =>
  /^\/api\/admin\/(classes[?/]|class-bookings\/)/.test(key);

/** Whether a key holds the member's passes or membership, or offers that depend on them. */
export const isWalletKey = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/(auth\/(user|credits)$|membership$|user\/)/.test(key);

/** Whether a key holds the timetable of a day, or one class of it. */
export const isClassesKey = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/classes[/?]/.test(key);

/** Whether a key holds the member's waitlist position in a class, or in the classes of a day. */
export const isWaitlistKey = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/waitlist[/?]/.test(key);

/** Whether a key is of one of these London days, or of a span with one; true for a key without a day. */
const isOfDay = (key: string, dates: readonly string[] | undefined): boolean => {
  const [, first, last] = /\?date=([\d-]+)(?:&to=(.+))?$/.exec(key) ?? [];
  return !first || !dates || dates.some((date) => first <= date && date <= (last ?? first));
};

/** The page of a member, for staff. */
const isPersonKey = (key: string, memberIds: readonly string[] | undefined): boolean => {
  const [, memberId] = /^\/api\/admin\/members\/([^/?]+)$/.exec(key) ?? [];
  return memberId !== undefined && (memberIds?.includes(memberId) ?? true);
};

const isAffectedBy: Record<LiveTopic, (key: string, change: LiveChange) => boolean> = {
  classes: (key, { dates }) =>
    classReads.test(key) ||
    ((key.startsWith('/api/classes') || isWaitlistKey(key) || isStaffTimetableKey(key)) &&
      isOfDay(key, dates)),
  instructors: (key) => instructorReads.test(key) || isStaffTimetableKey(key),
  catalogue: (key) =>
    /^\/api\/(class-passes(\?.*)?|admin\/class-passes|membership\/plans|admin\/plans)$/.test(key),
  rules: (key) => /^\/api\/(rules|closures|admin\/(settings|closures))(\/|$)/.test(key),
  wallet: isWalletKey,
  bookings: (key) => key === '/api/my-bookings' || isWaitlistKey(key),
  member: (key) => /^\/api\/(auth\/user|user\/(profile|consents))$/.test(key),
  people: (key, { memberIds }) => isPersonKey(key, memberIds),
};

/** Whether the cached answer of a key may be out of date after these changes. */
export const isAffected = (changes: readonly LiveChange[], key: unknown): boolean =>
  typeof key === 'string' &&
  changes.some((change) => change.topics.some((topic) => isAffectedBy[topic]?.(key, change) ?? false));

/** Affects every key that live updates refresh, for a gap in the event stream. */
export const changeOfEveryTopic: LiveChange = {
  topics: ['classes', 'instructors', 'catalogue', 'rules', 'wallet', 'bookings', 'member', 'people'],
};
