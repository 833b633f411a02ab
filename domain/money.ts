/** The amount in pounds, for the public price list and the accounts' workbook. */
export const toPounds = (pence: number): number => pence / 100;

/** `£24.00` */
export const formatPounds = (pence: number): string => `£${toPounds(pence).toFixed(2)}`;
