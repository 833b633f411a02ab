/** The amount in pounds, for the public price list and the accounts' workbook. */
export const toPounds = (pence: number): number => pence / 100;

/** The amounts in pence that the card provider charges in pounds. */
export const chargeablePence = { least: 30, most: 99_999_999 } as const;

const exact = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', signDisplay: 'negative' });

/** `£24.00`, `£7,878.00`, `-£2.50` */
export const formatPounds = (pence: number): string => exact.format(toPounds(pence));
