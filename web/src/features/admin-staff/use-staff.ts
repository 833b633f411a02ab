import type { ScopedMutator } from 'swr';
import type { AttemptsAnswer, OpenSessionsAnswer, StaffAnswer } from '#services/contract/staff.ts';
import { useRead } from '#web/lib/use-read.ts';

export const staffPath = '/api/admin/staff';

/** All accounts, including invited and removed ones. */
export const useStaff = () => useRead<StaffAnswer>(staffPath, { revalidateOnFocus: true });

/** The latest sign-in attempts. */
export const useSignIns = () =>
  useRead<AttemptsAnswer>('/api/admin/staff/attempts', { revalidateOnFocus: true });

export const sessionsPath = `${staffPath}/sessions`;

/** Where staff are signed in. */
export const useSessions = () => useRead<OpenSessionsAnswer>(sessionsPath, { revalidateOnFocus: true });

export const refreshStaff = (mutate: ScopedMutator): Promise<unknown> => mutate(staffPath);
