/** The amount in pounds, for the public price list and the accounts' workbook. */
export const toPounds = (pence: number): number => pence / 100;

/** The amounts in pence that the card provider charges in pounds. */
export const chargeablePence = { least: 30, most: 99_999_999 } as const;

/** `£24.00` */
export const formatPounds = (pence: number): string => `£${toPounds(pence).toFixed(2)}`;

/** `-£2.50` */
export const formatSignedPounds = (pence: number): string =>
  pence < 0 ? `-${formatPounds(-pence)}` : formatPounds(pence);
