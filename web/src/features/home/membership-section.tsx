import { Section } from '#web/components/ui/section.tsx';
import { formatPounds } from '#web/lib/money.ts';
import { MembershipAction } from '../membership/membership-action.tsx';
import { MembershipCard } from '../membership/membership-card.tsx';
import { calculateSaving, membershipOffer } from '../membership/membership-offer.ts';
import { useClassPasses } from '../passes/api/use-class-passes.ts';

export function MembershipSection() {
  const { passes } = useClassPasses();
  const { pounds, classes } = membershipOffer;
  const perClass = pounds / classes;
  const saving = calculateSaving(perClass, passes);
  const points = [
    `${classes} classes a month`,
    `${formatPounds(perClass)} per class${saving === null ? '' : `, a saving of ${saving.percent}%`}`,
    'Priority booking, up to 7 days ahead',
    'Month to month: cancel anytime',
  ];
  return (
    <Section id="membership">
      <div className="grid gap-8 lg:grid-cols-[1fr_1.25fr] lg:items-center lg:gap-16">
        <header>
          <h2 className="text-3xl md:text-4xl">Come often, pay less</h2>
          <p className="mt-4 max-w-md text-ink-muted text-lg">
            For those who make it a habit: one price a month, twelve classes to spend in it, and first choice
            of the timetable.
          </p>
        </header>
        <MembershipCard points={points}>
          <MembershipAction />
        </MembershipCard>
      </div>
    </Section>
  );
}
