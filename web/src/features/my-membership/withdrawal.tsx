import { useState } from 'react';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { prefetched } from '#web/lib/prefetched.ts';

const WithdrawDialog = lazyDialog(
  prefetched(() => import('../withdrawal/withdraw-dialog.tsx').then((m) => m.WithdrawDialog)),
);

/** The way out of a membership within its 14 days. */
export const Withdrawal = ({ id, until }: { id: number; until: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-sand border-t px-5 py-3 text-sm md:px-8">
      <span>Changed your mind?</span>
      <button
        type="button"
        className="text-link min-h-11 font-medium md:min-h-9"
        onClick={() => setOpen(true)}
      >
        End it now, with your money back
      </button>
      <span className="text-ink-muted">until {formatDate(until)}</span>
      {isOpen ? (
        <WithdrawDialog
          path={`/api/membership/${id}/withdraw`}
          title="End your membership now?"
          keepLabel="Keep it"
          doneTitle="Membership ended"
          onClose={() => setOpen(false)}
        />
      ) : null}
    </p>
  );
};
