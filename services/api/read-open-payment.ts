import { PaymentNotFound, PaymentsUnavailable } from '#infra/payments/errors.ts';
import type { MembershipRow } from '#projections/read-models/memberships/queries.ts';
import type { MembershipAnswer } from '../contract/membership.ts';
import type { ApiDependencies } from './dependencies.ts';

/**
 * Where a membership's open invoice can be paid: asked of Stripe each time, since the address is as good as a key and
 * is kept nowhere. When Stripe does not answer the page does without.
 */
export async function readOpenPayment(
  { subscriptions }: Pick<ApiDependencies, 'subscriptions'>,
  { status, openInvoiceId, nextAttemptAt }: MembershipRow,
): Promise<MembershipAnswer['openPayment']> {
  if (status !== 'past_due' || openInvoiceId === null) return null;
  const known = { url: null, nextAttemptAt: nextAttemptAt?.toISOString() ?? null };
  try {
    const invoice = await subscriptions.readInvoice(openInvoiceId);
    return { url: invoice.hostedUrl, nextAttemptAt: invoice.nextAttemptAt?.toISOString() ?? null };
  } catch (error) {
    if (error instanceof PaymentsUnavailable || error instanceof PaymentNotFound) return known;
    throw error;
  }
}
