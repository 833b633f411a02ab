/** `1 pass`, `3 passes`. */
export const formatCount = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** `Pre & Post Natal` */
export const toTitleCase = (level: string): string =>
  level.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
