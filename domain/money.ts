/** An amount in pounds, as the public price list and the accounts' workbook carry it. */
export const toPounds = (pence: number): number => pence / 100;

/** `£24.00` */
export const formatPounds = (pence: number): string => `£${toPounds(pence).toFixed(2)}`;
