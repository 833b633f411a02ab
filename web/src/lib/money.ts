const whole = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  minimumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

export const toPounds = (pence: number): number => pence / 100;

/** The nearest whole number of pence. */
export const toPence = (pounds: number): number => Math.round(pounds * 100);

/** An amount in pounds: '£14', '£14.50'. */
export const formatPounds = (pounds: number): string =>
  Number.isInteger(pounds) ? whole.format(pounds) : exact.format(pounds);

/** An amount in pence: 1400 is '£14', 1450 is '£14.50'. */
export const formatPence = (pence: number): string => formatPounds(toPounds(pence));

/** An amount in pence, always with its pence: 1400 is '£14.00'. */
export const formatExactPence = (pence: number): string => exact.format(toPounds(pence));
