import { formatDays, formatHours } from '#services/contract/rule-wording.ts';
import { spellTimes } from '#services/contract/rulebook.ts';
import { CollapsiblePanel } from '#web/components/ui/collapsible.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { formatPence } from '#web/lib/money.ts';
import { eachPeriod, thePeriod } from '#web/lib/period-words.ts';
import { useRules } from '#web/lib/rules.ts';
import { HowToCancel } from './how-to-cancel.tsx';
import type { OfferedPlan } from './membership-offer.ts';

const PauseAnswer = () => {
  const { pausesAllowed, pausesWithinDays, pauseNoticeHours } = useRules();
  return pausesAllowed === 0 ? (
    <p>
      Please contact the studio
      <StudioEmail before=" at " fallback="" />, and we will find a way.
    </p>
  ) : (
    <p>
      Yes, {spellTimes(pausesAllowed)} in {formatDays(pausesWithinDays)}, for one period each time. Ask for it
      in My Membership at least {formatHours(pauseNoticeHours)} before a charge. Nothing is charged and no
      passes come for that period; then your membership comes back by itself.
    </p>
  );
};

export const MembershipFaq = ({ plan }: { plan: OfferedPlan }) => (
  <section aria-labelledby="membership-faq">
    <h2 id="membership-faq" className="text-2xl md:text-3xl">
      Good to know
    </h2>
    <div className="mt-4 border-sand border-t">
      <CollapsiblePanel title="How do credits work?" defaultOpen>
        <p>
          A credit is a pass. You get {plan.passes} passes {eachPeriod[plan.interval]}; one books one class,
          of any level. They reset to {plan.passes} on your renewal date, and unused ones do not carry over.
        </p>
      </CollapsiblePanel>
      <CollapsiblePanel title="When am I charged?">
        <p>
          {formatPence(plan.pricePence)} when you start, then{' '}
          {plan.interval === 'month'
            ? 'on the same date each month'
            : 'every four weeks, on the same weekday'}
          . We email you three days before each charge.
        </p>
      </CollapsiblePanel>
      <CollapsiblePanel title="How do I cancel?">
        <p>
          <HowToCancel /> It stays active to the end of {thePeriod[plan.interval]} you have paid for; there
          are no partial refunds.
        </p>
      </CollapsiblePanel>
      <CollapsiblePanel title="Can I pause my membership?">
        <PauseAnswer />
      </CollapsiblePanel>
    </div>
  </section>
);
