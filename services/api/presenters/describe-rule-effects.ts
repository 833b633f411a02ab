import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import type { RuleKey } from '#domain/rules/rule-keys.ts';
import { toRules } from '#domain/rules/rules.ts';
import { readUpcomingBookingCounts } from '#projections/read-models/bookings/queries.ts';
import { readMemberNames } from '#projections/read-models/members/queries.ts';
import { readRulebook } from '#projections/read-models/rules/queries.ts';
import { readWaitlistEffects } from '#projections/read-models/schedule/rule-effect-queries.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { erasedMember, filterEvents, noEffects } from './describe-class-effects.ts';
import { formatCount } from './wording.ts';

/** The rules by which a free spot finds its next owner. */
const waitlistKeys: ReadonlySet<RuleKey> = new Set([
  'free_cancellation_hours',
  'auto_book_until_hours',
  'offer_minutes',
  'broadcast_under_hours',
  'quiet_from',
  'quiet_until',
]);

const describeUnaffected = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${formatCount(count, 'upcoming booking keeps', 'upcoming bookings keep')} the free cancellation of when ${count === 1 ? 'it was' : 'they were'} made.`,
      ];

const describeWaiting = (count: number): string[] =>
  count === 0
    ? []
    : [`${formatCount(count, 'person who waits is', 'people who wait are')} served by the new rules.`];

const describeEmails = (count: number): string[] =>
  count === 0 ? [] : [`${formatCount(count, 'email goes', 'emails go')} out about spots that are free now.`];

/** The bookings that keep their rule, the people waiting and the emails of changed rules, from the events of a dry run. */
export async function describeRuleEffects(
  pool: Pool,
  events: readonly StudioEvent[],
  now: Date,
): Promise<Effects> {
  const changes = filterEvents(events, 'RulesChanged').flatMap(({ data }) => data.changes);
  const keys = changes.map(({ key }) => key);
  const { values, version } = await readRulebook(pool);
  const before = toRules(values, version);
  const after = toRules(
    { ...values, ...Object.fromEntries(changes.map(({ key, to }) => [key, to])) },
    version + 1,
  );
  const upcoming = keys.includes('free_cancellation_hours') ? await readUpcomingBookingCounts(pool, now) : [];
  const { memberIds: waiting, emails } = keys.some((key) => waitlistKeys.has(key))
    ? await readWaitlistEffects(pool, { before, after }, now)
    : { memberIds: [], emails: 0 };
  const bookingsKept = upcoming.reduce((sum, { bookings }) => sum + bookings, 0);
  const names = await readMemberNames(pool, [...upcoming.map(({ memberId }) => memberId), ...waiting]);
  const summary = [
    ...describeUnaffected(bookingsKept),
    ...describeWaiting(waiting.length),
    ...describeEmails(emails),
  ];
  const toPerson = (userId: string, effect: string) => ({
    userId,
    name: names.get(userId) ?? erasedMember,
    effect,
  });
  return {
    counts: { ...noEffects.counts, emails },
    rules: { bookingsKept, waiting: waiting.length },
    summary:
      changes.length === 0
        ? ['Nothing changes.']
        : [...summary, 'It holds for everything that is decided from now on.'],
    people: [
      ...upcoming.map(({ memberId, bookings }) =>
        toPerson(memberId, `Keeps the rule for ${formatCount(bookings, 'booking', 'bookings')}`),
      ),
      ...[...new Set(waiting)].map((memberId) => toPerson(memberId, 'Waits under the new rules')),
    ],
  };
}
