import { CalendarX2, CircleCheck, Hourglass, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import type { UserPass } from '../../../../services/contract/wallet.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Card } from '../../components/ui/card.tsx';
import { cx } from '../../components/ui/cx.ts';
import { formatDate } from '../../lib/dates.ts';
import { formatPence } from '../../lib/money.ts';
import { PassDots } from './pass-dots.tsx';
import { daysLeftText, passState } from './pass-state.ts';

const icons: Record<UserPass['state'], LucideIcon> = {
  active: CircleCheck,
  expiring: Hourglass,
  expired: CalendarX2,
};

/** One lot of passes: how many are left, until when, and what was paid. */
export const LotCard = ({ pass }: { pass: UserPass }) => {
  const headingId = useId();
  const { label, tone } = passState(pass.state);
  const isExpired = pass.state === 'expired';
  const left = isExpired ? 0 : pass.remaining;
  const isSpent = left === 0;
  return (
    <Card
      as="article"
      aria-labelledby={headingId}
      className={cx('flex flex-col', isSpent && 'bg-transparent text-ink-muted')}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h2 id={headingId} className="text-xl">
          {pass.passName}
        </h2>
        <Badge tone={tone} icon={icons[pass.state]}>
          {label}
        </Badge>
      </div>
      <p className="mt-4 flex items-baseline gap-2.5">
        <span className="tabular font-display text-4xl leading-none">{left}</span>
        <span className="text-ink-muted">
          of {pass.passClasses} {pass.passClasses === 1 ? 'class' : 'classes'} remaining
        </span>
      </p>
      <div className="mt-4 mb-6">
        <PassDots total={pass.passClasses} left={left} />
      </div>
      <p className={cx('mt-auto font-medium', pass.state === 'expiring' && 'text-amber')}>
        {daysLeftText(pass)}
      </p>
      <dl className="mt-3 flex flex-wrap justify-between gap-x-4 gap-y-2 border-sand border-t pt-3 text-sm">
        {[
          ['Bought', formatDate(pass.purchaseDate)],
          [isExpired ? 'Expired' : 'Use by', formatDate(pass.expiresAt)],
          ['Price', formatPence(pass.passPrice)],
        ].map(([term, value]) => (
          <div key={term}>
            <dt className="text-ink-muted">{term}</dt>
            <dd className="tabular whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};
