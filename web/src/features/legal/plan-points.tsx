import { Fragment } from 'react';
import { formatDays, formatHours } from '#services/contract/rule-wording.ts';
import { spellDays, spellTimes } from '#services/contract/rulebook.ts';
import { formatPence } from '#web/lib/money.ts';
import { aPeriod, eachPeriod, perPeriod } from '#web/lib/period-words.ts';
import { useRules } from '#web/lib/rules.ts';
import { usePlans } from '../membership/api/use-plans.ts';
import { useOffer } from '../membership/membership-offer.ts';
import { PageLink, Point } from './legal-parts.tsx';
import { describePassHolderStart } from './rule-terms.ts';

/** The points of the terms about each plan on sale, or about the default plan when the plans cannot be loaded. */
export const PlanPoints = () => {
  const { plans } = usePlans();
  const { plan: first } = useOffer();
  const shown = plans === undefined || plans.length === 0 ? [first] : plans;
  return shown.map(({ id, name, pricePence, passes, interval }) => (
    <Fragment key={id}>
      <Point about={`${formatPence(pricePence)} ${aPeriod[interval]}`}>
        {shown.length > 1 && `(${name}) `}for {passes} class passes {aPeriod[interval]}, on all class levels.
      </Point>
      <Point about="It renews by itself">
        {interval === 'month' ? 'on the same date each month' : 'every four weeks'}, by the card that you
        gave, until you cancel. Billing starts immediately.
      </Point>
      <Point about={`${passes} fresh passes ${eachPeriod[interval]}.`}>
        Passes that you did not use in a {perPeriod[interval] === 'month' ? 'month' : 'period'} do not carry
        over into the next.
      </Point>
    </Fragment>
  ));
};

/** Until when and how often a period can be paused, if it can. */
export const PausePoint = () => {
  const { pausesAllowed, pausesWithinDays, pauseNoticeHours } = useRules();
  if (pausesAllowed === 0) return null;
  return (
    <Point about="A pause.">
      In <PageLink page="/my-membership">My Membership</PageLink> you can pause the period that comes next,{' '}
      {spellTimes(pausesAllowed)} in {formatDays(pausesWithinDays)}, until {formatHours(pauseNoticeHours)}{' '}
      before its charge. Nothing is charged and no passes come for that period; then the membership goes on by
      itself. You can withdraw a pause until it begins.
    </Point>
  );
};

/** The head start of members, while there is one. */
export const PriorityPoint = () => {
  const { bookingWindowDays, priorityBookingHours } = useRules();
  if (priorityBookingHours === 0) return null;
  return (
    <Point about="Priority booking:">
      members of a plan with it can book a day’s classes from midnight, {spellDays(bookingWindowDays)} ahead;
      pass holders {describePassHolderStart(priorityBookingHours, 'from')}.
    </Point>
  );
};
