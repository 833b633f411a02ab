/** `1 pass`, `3 passes` */
export const passes = (count: number) => `${count} ${count === 1 ? 'pass' : 'passes'}`;

/** `reformer for all` → `Reformer For All` */
export const levelName = (level: string) => level.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The name a letter opens with: the first word of what the member gave. */
export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name;

/** As much of a payment's id as the success page shows. */
export const transactionId = (paymentIntentId: string) => paymentIntentId.slice(-8);
