/**
 * The action for a webhook: complete a payment, record a refused card, settle refunds, the same and follow disputes, or
 * settle a membership.
 */
type WebhookAction = 'complete' | 'fail' | 'settle' | 'dispute' | 'membership';

const actions: ReadonlyMap<string, WebhookAction> = new Map([
  ['payment_intent.succeeded', 'complete'],
  ['payment_intent.amount_capturable_updated', 'complete'],
  ['payment_intent.payment_failed', 'fail'],
  ['charge.refunded', 'settle'],
  ['charge.refund.updated', 'settle'],
  ['refund.created', 'settle'],
  ['refund.updated', 'settle'],
  ['refund.failed', 'settle'],
  ['charge.dispute.created', 'dispute'],
  ['charge.dispute.updated', 'dispute'],
  ['charge.dispute.closed', 'dispute'],
  ['charge.dispute.funds_withdrawn', 'dispute'],
  ['charge.dispute.funds_reinstated', 'dispute'],
  ['checkout.session.completed', 'membership'],
  ['customer.subscription.created', 'membership'],
  ['customer.subscription.updated', 'membership'],
  ['customer.subscription.deleted', 'membership'],
  ['invoice.paid', 'membership'],
  ['invoice.payment_failed', 'membership'],
  ['invoice.voided', 'membership'],
]);

/** The types of webhook with an action. Stripe lists events of at most 20 types in one request. */
export const webhookTypes: readonly string[] = [...actions.keys()];

/** Undefined for a type without an action. */
export const actionOf = (type: string): WebhookAction | undefined => actions.get(type);
