import type { SettingState } from './decider.ts';

export const ADMIN_SECOND_FACTOR = 'admin_second_factor';

/** Whether every admin must sign in with a second factor; an unset or invalid value means no. */
export const isAdminSecondFactorRequired = ({ setting }: SettingState): boolean =>
  setting?.value === 'required';
