import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { CalmSea } from '#web/components/illustrations/calm-sea.tsx';
import { SpringLine } from '#web/components/illustrations/spring-line.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { Page } from '#web/components/ui/page.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { formatPence, formatPounds, toPounds } from '#web/lib/money.ts';
import { calculateSaving, useOffer } from '../membership/membership-offer.ts';
import { useClassPasses } from '../passes/api/use-class-passes.ts';

const Suggestions = () => (
  <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 marker:text-coral">
    <li>
      <Link to="/#membership" className="text-link">
        Try again
      </Link>
      , with this card or another.
    </li>
    <li>
      <Link to="/#pricing" className="text-link">
        Buy individual passes
      </Link>{' '}
      instead, from one class to twenty.
    </li>
    <li>
      <Link to="/book-classes" className="text-link">
        Book a single class
      </Link>{' '}
      and see how it feels.
    </li>
    <li>
      Contact the studio
      <StudioEmail before=" at " fallback="" /> if something did not work.
    </li>
  </ul>
);

const Benefits = () => {
  const { passes } = useClassPasses();
  const { plan, isLoading } = useOffer();
  const perClassPence = Math.round(plan.pricePence / plan.passes);
  const saving = calculateSaving(toPounds(perClassPence), passes);
  const benefits = [
    `${plan.passes} classes for ${formatPence(plan.pricePence)}`,
    `Equal to ${formatPence(perClassPence)} per class${saving === null ? '' : ` (saving ${formatPounds(saving.pounds)} per class)`}`,
    ...(plan.priority ? ['Priority booking'] : []),
    'Cancel anytime with no penalties',
  ];
  return (
    <ul className={cx('mt-4 flex flex-col gap-2.5', isLoading && 'invisible')}>
      {benefits.map((benefit) => (
        <li key={benefit} className="flex gap-3">
          <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sun" strokeWidth={2.2} />
          {benefit}
        </li>
      ))}
    </ul>
  );
};

/** /membership-cancelled: the return URL of a payment page that was left without paying. */
export const MembershipCancelledPage = () => (
  <Page title="Membership Payment Cancelled" subtitle="No payment was processed.">
    <div className="grid gap-4 md:grid-cols-[1.2fr_1fr] md:gap-6">
      <Card as="section" aria-labelledby="not-activated" className="md:p-8">
        <div className="w-40">
          <CalmSea />
        </div>
        <h2 id="not-activated" className="mt-5 text-2xl">
          Membership Not Activated
        </h2>
        <p className="mt-2">Your payment was cancelled, and no charges were made to your card.</p>
        <h3 className="mt-6 text-lg">What you can do now</h3>
        <Suggestions />
      </Card>
      <section
        aria-labelledby="benefits"
        className="overflow-hidden rounded-card bg-deep p-5 pb-7 text-white md:p-8"
      >
        <SpringLine className="mb-6 h-14 w-[68rem] max-w-none text-sun md:h-17" />
        <h2 id="benefits" className="text-2xl">
          What a membership gives you
        </h2>
        <Benefits />
      </section>
    </div>
    <div className="mt-8 flex flex-col gap-3 sm:flex-row">
      <Button asChild size="lg">
        <Link to="/#membership">Try Again</Link>
      </Button>
      <Button asChild size="lg" variant="secondary">
        <Link to="/my-passes">View My Passes</Link>
      </Button>
      <Button asChild size="lg" variant="quiet">
        <Link to="/">Back to Home</Link>
      </Button>
    </div>
  </Page>
);
