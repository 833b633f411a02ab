import type { LiveChange, LiveTopic } from '../../../services/contract/live.ts';

const classDay = '/api/classes?date=';
const taughtClasses = '/api/instructor/classes';
const weeklyCounts = '/api/admin/weekly-class-counts';
const templateClasses = '/api/admin/template-classes/';
const templatePlan = '/api/admin/apply-template?';

/** What staff see of the timetable: a day, the bookings of a class, what speaks against a plan. */
const isStaffTimetable = (key: string): boolean => /^\/api\/admin\/(classes[?/]|class-bookings\/)/.test(key);

/** Whether a key stands for what the member has, or may buy. */
export const isWalletKey = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/(auth\/(user|credits)$|membership$|user\/)/.test(key);

/** Whether a key stands for the member's place in the line of a class, or of the classes of a day. */
export const isWaitlistKey = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/waitlist[/?]/.test(key);

/** Whether a key is of one of these London days, or of a class whose day it does not say. */
const isOfDay = (key: string, dates: readonly string[] | undefined): boolean => {
  const day = /\?date=(.+)$/.exec(key)?.[1];
  return day === undefined || dates === undefined || dates.includes(day);
};

const touchedBy: Record<LiveTopic, (key: string, dates: readonly string[] | undefined) => boolean> = {
  classes: (key, dates) =>
    key === '/api/my-bookings' ||
    key === taughtClasses ||
    key === '/api/admin/recent-bookings' ||
    key === weeklyCounts ||
    key.startsWith(templatePlan) ||
    ((key.startsWith('/api/classes') || isWaitlistKey(key) || isStaffTimetable(key)) && isOfDay(key, dates)),
  instructors: (key) =>
    key === '/api/admin/instructors' ||
    key === taughtClasses ||
    key === '/api/admin/recent-bookings' ||
    key.startsWith(classDay) ||
    key.startsWith(templateClasses) ||
    key.startsWith(templatePlan) ||
    isStaffTimetable(key),
  catalogue: (key) => key === '/api/class-passes' || key === '/api/admin/class-passes',
  wallet: isWalletKey,
  bookings: (key) => key === '/api/my-bookings' || isWaitlistKey(key),
  member: (key) => key === '/api/auth/user' || key === '/api/user/profile' || key === '/api/user/consents',
};

/** Whether what is cached under a key may have changed. */
export const isAffected = (changes: readonly LiveChange[], key: unknown): boolean =>
  typeof key === 'string' &&
  changes.some((change) => change.topics.some((topic) => touchedBy[topic]?.(key, change.dates) ?? false));

/** The change that touches every topic, for when the stream had a gap. */
export const everyTopic: LiveChange = {
  topics: ['classes', 'instructors', 'catalogue', 'wallet', 'bookings', 'member'],
};
