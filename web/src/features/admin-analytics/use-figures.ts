import useSWR from 'swr';
import type {
  ClassRevenueAnswer,
  LiabilityAnswer,
  MoneyAnswer,
  MonthlyReportAnswer,
  PassSalesAnswer,
  TrendsAnswer,
  WeeklyAnalyticsAnswer,
} from '../../../../services/contract/analytics.ts';

interface Read<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/** Figures change with every booking: they are read again when the window is looked at. */
function useFigures<T>(path: string | null): Read<T> {
  const { data, error, mutate } = useSWR<T | undefined, Error>(path, { revalidateOnFocus: true });
  return { data, error, retry: () => void mutate() };
}

export const useWeek = (monday: string) =>
  useFigures<WeeklyAnalyticsAnswer>(`/api/admin/weekly-analytics?weekStartDate=${monday}`);

/** `month` is `yyyy-MM`. */
const monthQuery = (month: string) => `year=${Number(month.slice(0, 4))}&month=${Number(month.slice(5))}`;
export const monthPath = (month: string) => `/api/admin/monthly-report?${monthQuery(month)}`;
export const excelPath = (month: string) => `/api/admin/monthly-report/excel?${monthQuery(month)}`;
export const useMonth = (month: string) => useFigures<MonthlyReportAnswer>(monthPath(month));
export const useMoney = (month: string | null) =>
  useFigures<MoneyAnswer>(month === null ? null : `/api/admin/money?${monthQuery(month)}`);
export const useClassRevenue = (classId: number | null) =>
  useFigures<ClassRevenueAnswer>(classId === null ? null : `/api/admin/class-revenue/${classId}`);
export const usePassSales = () => useFigures<PassSalesAnswer>('/api/admin/pass-sales');
export const useTrends = () => useFigures<TrendsAnswer>('/api/admin/trends');
export const useLiability = (on: string | null) =>
  useFigures<LiabilityAnswer>(on === null ? null : `/api/admin/liability?on=${on}`);
