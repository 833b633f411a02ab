/** '1,234' */
export const formatNumber = (value: number): string => value.toLocaleString('en-GB');

/** '1 class', '5 classes'. */
export const formatCount = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** '1st', '2nd', '3rd', '11th'. */
export const formatOrdinal = (value: number): string => {
  const isTeen = value % 100 > 10 && value % 100 < 14;
  const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
  return `${value}${(isTeen ? undefined : endings[value % 10]) ?? 'th'}`;
};
