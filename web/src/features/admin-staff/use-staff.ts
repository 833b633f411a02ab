import useSWR, { type ScopedMutator } from 'swr';
import type { AttemptsAnswer, StaffAnswer } from '../../../../services/contract/staff.ts';

export const staffPath = '/api/admin/staff';
const attemptsPath = '/api/admin/staff/attempts';

/** Everyone who was ever invited to the staff. */
export const useStaff = () => useSWR<StaffAnswer, Error>(staffPath, { revalidateOnFocus: true });

/** The latest tries to come in. */
export const useSignIns = () => useSWR<AttemptsAnswer, Error>(attemptsPath, { revalidateOnFocus: true });

/** Has the list read again. */
export const refreshStaff = (mutate: ScopedMutator): Promise<unknown> => mutate(staffPath);
