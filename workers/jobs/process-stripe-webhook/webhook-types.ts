/**
 * What a webhook calls for: granting what was paid, noting a refused card, seeing to money that went back, or looking at a
 * membership again.
 */
type WebhookAction = 'complete' | 'fail' | 'settle' | 'membership';

const actions: ReadonlyMap<string, WebhookAction> = new Map([
  ['payment_intent.succeeded', 'complete'],
  ['payment_intent.amount_capturable_updated', 'complete'],
  ['payment_intent.payment_failed', 'fail'],
  ['charge.refunded', 'settle'],
  ['charge.refund.updated', 'settle'],
  ['refund.created', 'settle'],
  ['refund.updated', 'settle'],
  ['refund.failed', 'settle'],
  ['charge.dispute.created', 'settle'],
  ['charge.dispute.updated', 'settle'],
  ['charge.dispute.closed', 'settle'],
  ['charge.dispute.funds_withdrawn', 'settle'],
  ['charge.dispute.funds_reinstated', 'settle'],
  ['checkout.session.completed', 'membership'],
  ['customer.subscription.created', 'membership'],
  ['customer.subscription.updated', 'membership'],
  ['customer.subscription.deleted', 'membership'],
  ['invoice.paid', 'membership'],
  ['invoice.payment_failed', 'membership'],
]);

/** The types of webhook that call for something; Stripe is asked for 20 types at most. */
export const webhookTypes: readonly string[] = [...actions.keys()];

/** Undefined for a type that calls for nothing. */
export const actionOf = (type: string): WebhookAction | undefined => actions.get(type);
