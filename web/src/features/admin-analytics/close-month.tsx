import type { MonthlyReportAnswer } from '#services/contract/analytics.ts';
import { CloseButton, ClosedNote } from '#web/components/staff/close-for-good.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { toast } from '#web/components/ui/toast.ts';
import { formatMonth } from './format-month.ts';

type CloseMonthProps = { month: string; report: MonthlyReportAnswer; onClosed: () => Promise<unknown> };

/** Closes a past month for good, or shows that it is closed. */
export function CloseMonth({ month, report: { closed, monthlyData }, onClosed }: CloseMonthProps) {
  if (closed) return <ClosedNote {...closed} />;
  if (!monthlyData.isOver) return null;
  const body = { year: monthlyData.year, month: monthlyData.month };
  return (
    <CloseButton
      label="Close month"
      title={`Close ${formatMonth(month)}?`}
      call={{ path: '/api/admin/months/close', method: 'POST', body }}
      confirmLabel="Close month"
      onSuccess={onClosed}
      onFailure={(cause) => toast(staffMessages.closeMonthFailed(cause))}
    />
  );
}
