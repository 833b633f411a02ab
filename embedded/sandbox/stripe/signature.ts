import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header of a webhook: the time of sending in seconds, and an HMAC over it and the body. */
export function stripeSignature(payload: string, secret: string, sentAt: Date): string {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
