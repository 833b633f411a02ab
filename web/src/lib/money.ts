const whole = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  minimumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** An amount in pounds: '£14', '£14.50'. */
export const formatPounds = (pounds: number): string =>
  Number.isInteger(pounds) ? whole.format(pounds) : exact.format(pounds);

/** An amount in pounds, always with its pence: '£180.00'. */
export const formatExactPounds = (pounds: number): string => exact.format(pounds);

/** An amount in pence: 1400 is '£14', 1450 is '£14.50'. */
export const formatPence = (pence: number): string => formatPounds(pence / 100);

/** '1 class', '5 classes'. */
export const countOf = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
