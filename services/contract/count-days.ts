/** The days of a span of wall dates, both inclusive. */
export const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
