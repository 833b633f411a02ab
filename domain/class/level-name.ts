/** The display name of a class level: `reformer for all` → `Reformer For All` */
export const levelName = (level: string): string =>
  level.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
