/** `1 pass`, `3 passes` */
export const formatPasses = (count: number) => `${count} ${count === 1 ? 'pass' : 'passes'}`;

/** `reformer for all` → `Reformer For All` */
export const levelName = (level: string) => level.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The name in a greeting: the first word of the member's name. */
export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name;

/** The part of a payment id that the success page shows. */
export const transactionId = (paymentIntentId: string) => paymentIntentId.slice(-8);
