import type { UserPass } from '#services/contract/wallet.ts';

/** 'Brought over from Momence, 7 of 10' */
export const formatBrought = ({ source, passes, classes }: NonNullable<UserPass['brought']>): string =>
  `Brought over from ${source}, ${passes} of ${classes}`;
