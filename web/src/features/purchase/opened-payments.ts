import { isSameSession, readToken } from '#web/lib/session-token.ts';

/**
 * Payments that this page has opened, by a key of what they buy: reopening a dialog continues the same payment, which cannot be charged
 * twice. They belong to the signed-in member. `open` answers null when the member does not go on.
 */
export const createOpenedPayments = <Opened>() => {
  const opened = new Map<string, Promise<Opened | null>>();
  let ownerToken: string | null = null;
  return {
    /** The payment of this key, opened if there is none. Throws `ApiError`. */
    open(key: string, openPayment: () => Promise<Opened | null>): Promise<Opened | null> {
      const token = readToken();
      if (!isSameSession(token, ownerToken)) opened.clear();
      ownerToken = token;
      const existing = opened.get(key);
      if (existing) return existing;
      const payment = openPayment();
      opened.set(key, payment);
      const forget = () => {
        if (opened.get(key) === payment) opened.delete(key);
      };
      payment.then((result) => result ?? forget(), forget);
      return payment;
    },
    /** Forgets a payment that is finished, so that the next one is new. */
    close(key: string): void {
      opened.delete(key);
    },
  };
};
