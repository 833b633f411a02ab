import { useState } from 'react';
import type { StaffGateAnswer, StaffRole } from '#services/contract/staff.ts';
import { useRead } from '#web/lib/use-read.ts';

/** A role's shared password, an account, or the mail of an account whose password is forgotten. */
type Way = 'shared' | 'account' | 'forgot';

/** Which form of a role's gate is shown, `firstWay` first. Without a shared password it is the form of accounts. */
export function useGateForm(staffRole: StaffRole, firstWay: Way = 'shared') {
  const { data, hasFailed } = useRead<StaffGateAnswer>('/api/staff/gate');
  const hasSharedPassword = data?.sharedPasswords.includes(staffRole) ?? true;
  const [chosenWay, setWay] = useState<Way>(firstWay);
  const way: Way = chosenWay === 'shared' && !hasSharedPassword ? 'account' : chosenWay;
  return {
    /** False until the studio has answered, because its answer may change the form. */
    isKnown: data !== undefined || hasFailed,
    hasSharedPassword,
    way,
    setWay,
  };
}
