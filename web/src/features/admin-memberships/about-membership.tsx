import { formatDays, formatHours } from '#services/contract/rule-wording.ts';
import { spellTimes } from '#services/contract/rulebook.ts';
import { formatPence } from '#web/lib/money.ts';
import { aPeriod } from '#web/lib/period-words.ts';
import { useRules } from '#web/lib/rules.ts';
import { usePlans } from '../membership/api/use-plans.ts';

/** The facts of the membership, for staff who answer the telephone. */
export const AboutMembership = () => {
  const { plans = [] } = usePlans();
  const { pausesAllowed, pausesWithinDays, pauseNoticeHours } = useRules();
  return (
    <aside
      aria-label="About the membership"
      className="rounded-card border border-sand bg-sun-tint p-4 md:p-5"
    >
      <h2 className="text-lg">About the membership</h2>
      <ul className="mt-2 grid list-disc gap-x-10 gap-y-1.5 pl-5 marker:text-sea md:grid-cols-2">
        {plans.map(({ id, name, pricePence, passes, interval }) => (
          <li key={id}>
            {plans.length > 1 && `${name}: `}
            {formatPence(pricePence)} {aPeriod[interval]} for {passes} classes. It renews until it is
            cancelled.
          </li>
        ))}
        <li>Each period begins with fresh passes; what is left of the last one lapses.</li>
        <li>Members cancel on their page or by email to the studio; you can cancel for them here.</li>
        <li>A cancelled membership stays active to the end of its period. There are no partial refunds.</li>
        {pausesAllowed > 0 && (
          <li>
            The next period can be paused until {formatHours(pauseNoticeHours)} before its charge,{' '}
            {spellTimes(pausesAllowed)} in {formatDays(pausesWithinDays)}: no charge, no passes, then it comes
            back by itself.
          </li>
        )}
        <li>
          A refused card is tried again; until it is paid, nothing new can be booked on the membership. It can
          be cancelled at once, or with its period.
        </li>
        <li>
          Members of a plan with priority book each day’s classes before pass holders, by the hours set under
          Settings.
        </li>
      </ul>
    </aside>
  );
};
