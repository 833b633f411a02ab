import {
  CalendarX2,
  CheckCheck,
  ChevronDown,
  CircleCheck,
  Hourglass,
  type LucideIcon,
  Undo2,
} from 'lucide-react';
import { useId, useState } from 'react';
import type { UserPass } from '#services/contract/wallet.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { formatBrought } from '#web/lib/format-brought.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { formatPasses } from '#web/lib/messages.ts';
import { formatPence } from '#web/lib/money.ts';
import { prefetched } from '#web/lib/prefetched.ts';
import { LotHistory } from './lot-history.tsx';
import { PassDots } from './pass-dots.tsx';
import { describeState, formatDaysLeft, getLotState, isSpent, type LotState } from './pass-state.ts';

const WithdrawDialog = lazyDialog(
  prefetched(() => import('../withdrawal/withdraw-dialog.tsx').then((m) => m.WithdrawDialog)),
);

const icons: Record<LotState, LucideIcon> = {
  active: CircleCheck,
  expiring: Hourglass,
  expired: CalendarX2,
  'used-up': CheckCheck,
  'taken-back': Undo2,
};

const History = ({ lotId, headingId }: { lotId: string; headingId: string }) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="-mx-5 md:-mx-6 -mb-5 md:-mb-6 mt-4 border-sand border-t">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-describedby={headingId}
        onClick={() => setOpen(!isOpen)}
        className={cx(
          'flex min-h-12 w-full items-center justify-between gap-3 px-5 py-2.5 text-left font-medium text-sea transition-colors hover:bg-sea-tint md:px-6',
          !isOpen && 'rounded-b-card',
        )}
      >
        Where each pass went
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.8}
          className={cx('size-5 shrink-0 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!isOpen} className="px-5 pt-3 pb-5 text-ink md:px-6 md:pb-6">
        {isOpen ? <LotHistory lotId={lotId} /> : null}
      </div>
    </div>
  );
};

type WithdrawalProps = { pass: UserPass; until: string; headingId: string };

/** The way out of a purchase within its 14 days. */
const Withdrawal = ({ pass, until, headingId }: WithdrawalProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2 text-sm">
      <button
        type="button"
        aria-describedby={headingId}
        className="text-link min-h-11 font-medium md:min-h-9"
        onClick={() => setOpen(true)}
      >
        Cancel this purchase
      </button>
      <span className="text-ink-muted">until {formatDate(until)}</span>
      {isOpen ? (
        <WithdrawDialog
          path={`/api/user/passes/${pass.id}/withdraw`}
          title={`Cancel your ${pass.passName}?`}
          keepLabel="Keep my passes"
          doneTitle="Purchase cancelled"
          onClose={() => setOpen(false)}
        />
      ) : null}
    </p>
  );
};

/** One lot of passes: how many are left, its expiry and price, and an expandable history. */
export const LotCard = ({ pass }: { pass: UserPass }) => {
  const headingId = useId();
  const state = getLotState(pass);
  const { label, tone } = describeState(state);
  const isExpired = pass.state === 'expired';
  const left = isExpired ? 0 : pass.remaining;
  const isUsedUp = left === 0;
  return (
    <Card
      as="article"
      aria-labelledby={headingId}
      className={cx('flex flex-col', isUsedUp && 'bg-transparent text-ink-muted')}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h2 id={headingId} className="text-xl">
          {pass.passName}
        </h2>
        <Badge tone={tone} icon={icons[state]}>
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
        <PassDots of="lot" total={pass.passClasses} left={left} />
      </div>
      {pass.brought ? <p className="mb-3 text-ink-muted">{formatBrought(pass.brought)}</p> : null}
      {pass.takenBack > 0 ? (
        <p className="mb-3 text-ink-muted">{formatPasses(pass.takenBack)} taken back with a refund</p>
      ) : null}
      {isSpent(pass) ? null : (
        <p className={cx('mt-auto font-medium', state === 'expiring' && 'text-amber')}>
          {formatDaysLeft(pass)}
        </p>
      )}
      <dl className="mt-3 flex flex-wrap justify-between gap-x-4 gap-y-2 border-sand border-t pt-3 text-sm">
        {[
          [pass.brought ? 'Here since' : 'Bought', formatDate(pass.purchaseDate)],
          [isExpired ? 'Expired' : 'Use by', formatDate(pass.expiresAt)],
          [pass.brought ? 'Worth' : 'Price', formatPence(pass.passPrice)],
        ].map(([term, value]) => (
          <div key={term}>
            <dt className="text-ink-muted">{term}</dt>
            <dd className="tabular whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
      {pass.withdrawUntil ? (
        <Withdrawal pass={pass} until={pass.withdrawUntil} headingId={headingId} />
      ) : null}
      <History lotId={pass.id} headingId={headingId} />
    </Card>
  );
};
