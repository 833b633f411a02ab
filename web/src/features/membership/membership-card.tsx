import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { SpringLine } from '#web/components/illustrations/spring-line.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { formatPence } from '#web/lib/money.ts';
import { perPeriod } from '#web/lib/period-words.ts';
import type { OfferedPlan } from './membership-offer.ts';

interface MembershipCardProps {
  readonly plan: OfferedPlan;
  /** The plan only keeps the space. */
  readonly isLoading: boolean;
  readonly points: readonly string[];
  readonly badge?: ReactNode;
  readonly level?: 'h2' | 'h3';
  /** The action at the bottom of the card. */
  readonly children: ReactNode;
}

/** The offer of a plan: its price, its benefits and an action. */
export function MembershipCard({
  plan,
  isLoading,
  points,
  badge,
  level: Heading = 'h3',
  children,
}: MembershipCardProps) {
  const headingId = useId();
  return (
    <article
      aria-labelledby={headingId}
      className="overflow-hidden rounded-card bg-deep text-white [&_:focus-visible]:outline-sun"
    >
      {badge && <div className="-mb-2 px-6 pt-6 md:px-9 md:pt-8">{badge}</div>}
      <SpringLine className="mt-7 ml-6 h-14 w-[68rem] max-w-none text-sun md:ml-9 md:h-17" />
      <div className="grid gap-7 px-6 pt-5 pb-7 sm:grid-cols-[auto_1fr] sm:gap-x-12 md:px-9 md:pb-9">
        <div>
          <Heading id={headingId} className="font-sans font-semibold text-base text-sun tracking-normal">
            {plan.name}
          </Heading>
          <p className={cx('mt-2 flex items-baseline', isLoading && 'invisible')}>
            <span className="font-display text-5xl">{formatPence(plan.pricePence)}</span>
            <span className="ml-1 text-lg text-white/85">/{perPeriod[plan.interval]}</span>
          </p>
        </div>
        <ul className={cx('flex flex-col gap-2.5', isLoading && 'invisible')}>
          {points.map((point) => (
            <li key={point} className="flex gap-3">
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sun" strokeWidth={2.2} />
              {point}
            </li>
          ))}
        </ul>
        <div className="sm:col-span-2">{children}</div>
      </div>
    </article>
  );
}
