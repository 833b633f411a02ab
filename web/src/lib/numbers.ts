/** '1,234' */
export const formatNumber = (value: number): string => value.toLocaleString('en-GB');

/** '1 class', '5 classes'. */
export const formatCount = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
