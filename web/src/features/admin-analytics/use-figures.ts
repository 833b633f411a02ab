import type {
  ClassRevenueAnswer,
  LiabilityAnswer,
  MoneyAnswer,
  MonthlyReportAnswer,
  PassSalesAnswer,
  TrendsAnswer,
  WeeklyAnalyticsAnswer,
} from '#services/contract/analytics.ts';
import { useRead } from '#web/lib/use-read.ts';

/** Reloads on focus, because every booking changes the figures. */
const useFigures = <Answer>(path: string | null) => useRead<Answer>(path, { revalidateOnFocus: true });

/** `month` is 'yyyy-MM'. */
const toQuery = (month: string) => `year=${Number(month.slice(0, 4))}&month=${Number(month.slice(5))}`;

export const getExcelPath = (month: string) => `/api/admin/monthly-report/excel?${toQuery(month)}`;

export const useWeek = (monday: string) =>
  useFigures<WeeklyAnalyticsAnswer>(`/api/admin/weekly-analytics?weekStartDate=${monday}`);
export const useMonth = (month: string) =>
  useFigures<MonthlyReportAnswer>(`/api/admin/monthly-report?${toQuery(month)}`);
export const useMoney = (month: string | null) =>
  useFigures<MoneyAnswer>(month === null ? null : `/api/admin/money?${toQuery(month)}`);
export const useClassRevenue = (classId: number | null) =>
  useFigures<ClassRevenueAnswer>(classId === null ? null : `/api/admin/class-revenue/${classId}`);
export const usePassSales = () => useFigures<PassSalesAnswer>('/api/admin/pass-sales');
export const useTrends = () => useFigures<TrendsAnswer>('/api/admin/trends');
export const useLiability = (date: string) => useFigures<LiabilityAnswer>(`/api/admin/liability?on=${date}`);

/** The reads of money, which a refund and the closing of a month change. */
export const isMoneyPath = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/admin\/(money|monthly-report|pass-sales|liability)\b/.test(key);
