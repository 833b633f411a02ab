import { formatDays } from '#services/contract/rule-wording.ts';
import { Section } from '#web/components/ui/section.tsx';
import { formatPence, toPounds } from '#web/lib/money.ts';
import { aPeriod } from '#web/lib/period-words.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { MembershipAction } from '../membership/membership-action.tsx';
import { MembershipCard } from '../membership/membership-card.tsx';
import { calculateSaving, useOffer } from '../membership/membership-offer.ts';
import { useClassPasses } from '../passes/api/use-class-passes.ts';

export function MembershipSection() {
  const { passes } = useClassPasses();
  const { plan, isLoading, isClosed } = useOffer();
  const rules = useRuleValues();
  const hasPriority = plan.priority && rules?.priority_booking_hours !== '0';
  const perClassPence = Math.round(plan.pricePence / plan.passes);
  const saving = calculateSaving(toPounds(perClassPence), passes);
  const points = [
    `${plan.passes} classes ${aPeriod[plan.interval]}`,
    `${formatPence(perClassPence)} per class${saving === null ? '' : `, a saving of ${saving.percent}%`}`,
    ...(rules
      ? [
          `${hasPriority ? 'Priority booking,' : 'Book'} up to ${formatDays(Number(rules.booking_window_days))} ahead`,
        ]
      : []),
    plan.interval === 'month' ? 'Month to month: cancel anytime' : 'Cancel anytime',
  ];
  return (
    <Section id="membership">
      <div className="grid gap-8 lg:grid-cols-[1fr_1.25fr] lg:items-center lg:gap-16">
        <header>
          <h2 className="text-3xl md:text-4xl">Come often, pay less</h2>
          <p className="mt-4 max-w-md text-ink-muted text-lg">
            For those who make it a habit: one price {aPeriod[plan.interval]},{' '}
            {plan.passes === 12 ? 'twelve' : plan.passes} classes to spend in it
            {hasPriority && ', and first choice of the timetable'}.
          </p>
        </header>
        <MembershipCard plan={plan} isLoading={isLoading} points={points}>
          <MembershipAction plan={plan} isClosed={isClosed} />
        </MembershipCard>
      </div>
    </Section>
  );
}
