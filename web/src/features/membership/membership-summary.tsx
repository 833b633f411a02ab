import type { ReactNode } from 'react';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Card } from '#web/components/ui/card.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { perPeriod } from '#web/lib/period-words.ts';
import { PassDots } from '../my-passes/pass-dots.tsx';
import { CancellingNotice } from './cancelling-notice.tsx';
import { formatPeriod } from './membership-text.ts';
import { PastDueNotice } from './past-due-notice.tsx';
import { StatusBadge } from './status-badge.tsx';
import { UnpaidMonthNotice } from './unpaid-month-notice.tsx';

const formatDateOr = (instant: string | null, otherwise: string): string =>
  instant === null ? otherwise : formatDate(instant);

const listFacts = (membership: MembershipAnswer): readonly (readonly [term: string, value: string])[] => [
  ['Start date', formatDateOr(membership.startDate, '–')],
  [
    'Next billing date',
    formatDateOr(membership.nextBillingDate, membership.cancelAtPeriodEnd ? 'None: no further charge' : '–'),
  ],
  ...(membership.planName === 'Monthly Membership' ? [] : ([['Plan', membership.planName]] as const)),
  [membership.interval === 'month' ? 'Monthly rate' : 'Every four weeks', formatPence(membership.pricePence)],
  ['Classes included', `${membership.monthlyCredits} classes per ${perPeriod[membership.interval]}`],
  membership.status === 'paused' && membership.pause !== null
    ? ['Paused', `${formatDate(membership.pause.from)} – ${formatDate(membership.pause.until)}`]
    : ['Current period', formatPeriod(membership)],
  ['Auto-renewal', membership.cancelAtPeriodEnd ? 'Cancelled' : 'Active'],
];

/** Terms of two dates. */
const wideTerms: ReadonlySet<string> = new Set(['Current period', 'Paused']);

interface MembershipSummaryProps {
  readonly membership: MembershipAnswer;
  /** The actions at the bottom of the card. */
  readonly children?: ReactNode;
}

/** What is open or about to end; nothing for a membership that goes on. */
const StatusNotice = ({ membership }: { membership: MembershipAnswer }) => {
  if (membership.openPayment !== null) return <PastDueNotice membership={membership} />;
  if (membership.cancelAtPeriodEnd) return <CancellingNotice membership={membership} />;
  return membership.status === 'past_due' ? <UnpaidMonthNotice membership={membership} /> : null;
};

/** A current membership: the classes left in this period, its facts and its notices. */
export const MembershipSummary = ({ membership, children }: MembershipSummaryProps) => (
  <Card as="section" aria-labelledby="your-membership" padded={false} className="overflow-hidden">
    <div className="grid gap-x-12 gap-y-8 p-5 md:p-8 lg:grid-cols-[auto_1fr]">
      <div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="your-membership" className="text-2xl">
            Your Membership
          </h2>
          <StatusBadge status={membership.status} />
        </div>
        <p className="mt-6 flex items-baseline gap-3">
          <span className="tabular font-display text-5xl leading-none">{membership.remainingCredits}</span>
          <span className="text-ink-muted">of {membership.monthlyCredits} classes remaining</span>
        </p>
        <div className="mt-5">
          <PassDots of="membership" total={membership.monthlyCredits} left={membership.remainingCredits} />
        </div>
      </div>
      <dl className="grid grid-cols-2 content-start gap-x-6 gap-y-5 border-sand max-lg:border-t max-lg:pt-6 lg:border-l lg:pl-12">
        {listFacts(membership).map(([term, value]) => (
          <div key={term} className={wideTerms.has(term) ? 'max-sm:col-span-2' : undefined}>
            <dt className="text-ink-muted text-sm">{term}</dt>
            <dd className="tabular font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
    <div className="flex flex-col gap-4 px-5 pb-5 empty:hidden md:px-8 md:pb-8">
      <StatusNotice membership={membership} />
    </div>
    {children}
  </Card>
);
