import type { PayAnswer } from '#services/contract/pay.ts';
import { CloseButton, ClosedNote } from '#web/components/staff/close-for-good.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { toast } from '#web/components/ui/toast.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';

const texts = {
  totalPence: { label: 'Pay', format: (value: string | number) => formatExactPence(Number(value)) },
};

type ClosePayProps = { pay: PayAnswer; onClosed: () => Promise<unknown> };

/** Closes a past period for good, or shows why it can't be closed. */
export function ClosePay({ pay, onClosed }: ClosePayProps) {
  const { from, to, totalPence, closed, overlapped, isOver } = pay;
  if (closed) return <ClosedNote {...closed} />;
  if (overlapped) return null;
  if (!isOver)
    return <p className="text-ink-muted">It can be closed once {formatShortWallDay(to)} is over.</p>;
  return (
    <CloseButton
      label="Close pay"
      title={`Close the pay of ${formatExactPence(totalPence)}?`}
      call={{ path: '/api/admin/pay/close', method: 'POST', body: { from, to } }}
      seen={{ totalPence }}
      texts={texts}
      confirmLabel={`Close ${formatExactPence(totalPence)}`}
      onSuccess={() => {
        toast(staffMessages.payClosed);
        return onClosed();
      }}
      onFailure={(cause) => toast(staffMessages.closePayFailed(cause))}
    />
  );
}
