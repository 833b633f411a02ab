import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { MonthlyReportAnswer } from '#services/contract/analytics.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatMonth } from './format-month.ts';

type CloseMonthProps = { month: string; report: MonthlyReportAnswer; onClosed: () => Promise<unknown> };

/** Closes a past month for good, or shows that it is closed. */
export function CloseMonth({ month, report: { closed, monthlyData }, onClosed }: CloseMonthProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (closed) {
    return (
      <p className="flex items-center gap-2 text-ink-muted">
        <Lock aria-hidden="true" className="size-4.5" />
        Closed {formatDayTime(closed.at)} by {closed.by}
      </p>
    );
  }
  if (!monthlyData.isOver) return null;
  const body = { year: monthlyData.year, month: monthlyData.month };
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Lock aria-hidden="true" className="size-4.5" />
        Close month
      </Button>
      {isOpen && (
        <EffectsDialog
          title={`Close ${formatMonth(month)}?`}
          call={{ path: '/api/admin/months/close', method: 'POST', body }}
          confirmLabel="Close month"
          cancelLabel="Leave it open"
          onSuccess={onClosed}
          onFailure={(cause) => toast(staffMessages.closeMonthFailed(cause))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
