import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { PayAnswer } from '#services/contract/pay.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatDayTime, formatShortWallDay } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';

const texts = {
  totalPence: { label: 'Pay', format: (value: string | number) => formatExactPence(Number(value)) },
};

type ClosePayProps = { pay: PayAnswer; onClosed: () => Promise<unknown> };

/** Closes a past period for good, or shows why it can't be closed. */
export function ClosePay({ pay, onClosed }: ClosePayProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { from, to, totalPence, closed, overlapped, isOver } = pay;
  if (closed) {
    return (
      <p className="flex items-center gap-2 text-ink-muted">
        <Lock aria-hidden="true" className="size-4.5" />
        Closed {formatDayTime(closed.at)} by {closed.by}
      </p>
    );
  }
  if (overlapped) return null;
  if (!isOver)
    return <p className="text-ink-muted">It can be closed once {formatShortWallDay(to)} is over.</p>;
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Lock aria-hidden="true" className="size-4.5" />
        Close pay
      </Button>
      {isOpen && (
        <EffectsDialog
          title={`Close the pay of ${formatExactPence(totalPence)}?`}
          call={{ path: '/api/admin/pay/close', method: 'POST', body: { from, to } }}
          seen={{ totalPence }}
          texts={texts}
          confirmLabel={`Close ${formatExactPence(totalPence)}`}
          cancelLabel="Leave it open"
          onSuccess={() => {
            toast(staffMessages.payClosed);
            return onClosed();
          }}
          onFailure={(cause) => toast(staffMessages.closePayFailed(cause))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
