import type { OwnPayAnswer, PayAnswer } from '#services/contract/pay.ts';
import { addToMonth, addWallDays, isWallDate, toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useRead } from '#web/lib/use-read.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';

/** A span of London days, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const toMonthPeriod = (month: string): Period => ({
  from: `${month}-01`,
  to: addWallDays(`${addToMonth(month, 1)}-01`, -1),
});

/** The period in the address, `from..to`, or the current month. */
export function usePeriod() {
  const thisMonth = toLondonDate(useStudioNow()).slice(0, 7);
  const [param, setParam] = useSearchParam('period');
  const [from = '', to = ''] = param?.split('..') ?? [];
  const months = { now: toMonthPeriod(thisMonth), last: toMonthPeriod(addToMonth(thisMonth, -1)) };
  return {
    period: isWallDate(from) && isWallDate(to) ? { from, to } : months.now,
    months,
    choose: (period: Period) => setParam(`${period.from}..${period.to}`),
  };
}

const toQuery = ({ from, to }: Period): string => `from=${from}&to=${to}`;

export const getPayExcelPath = (period: Period): string => `/api/admin/pay/excel?${toQuery(period)}`;

/** The pay of a period; null for days in the wrong order, which is not requested. */
const toReadPath = (path: string, period: Period) =>
  period.from <= period.to ? `${path}?${toQuery(period)}` : null;

export const usePay = (period: Period) =>
  useRead<PayAnswer>(toReadPath('/api/admin/pay', period), { revalidateOnFocus: true });

export const useOwnPay = (period: Period) =>
  useRead<OwnPayAnswer>(toReadPath('/api/instructor/pay', period), { revalidateOnFocus: true });

/** The reads of pay. Closing a period changes what others owe and which days are free. */
export const isPayPath = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/(admin|instructor)\/pay\b/.test(key);
