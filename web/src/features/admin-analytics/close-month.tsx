import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { MonthlyReportAnswer } from '../../../../services/contract/analytics.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast.ts';
import { post } from '../../lib/http.ts';
import { formatDayTime } from '../../lib/london-time.ts';
import { monthTitle } from './format-month.ts';

type CloseMonthProps = { month: string; report: MonthlyReportAnswer; onClosed: () => void };

/** Shuts the books of a month that is over, or says that they are shut. */
export function CloseMonth({ month, report: { closed, monthlyData }, onClosed }: CloseMonthProps) {
  const [open, setOpen] = useState(false);
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
  const close = async () => {
    try {
      await post('/api/admin/months/close', body);
      onClosed();
      return true;
    } catch (cause) {
      toast(staffMessages.closeMonthFailed(cause));
      return false;
    }
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Lock aria-hidden="true" className="size-4.5" />
        Close month
      </Button>
      <EffectsDialog
        open={open}
        onOpenChange={setOpen}
        title={`Close ${monthTitle(month)}?`}
        call={{ path: '/api/admin/months/close', method: 'POST', body }}
        confirmLabel="Close month"
        cancelLabel="Leave it open"
        onConfirm={close}
      />
    </>
  );
}
