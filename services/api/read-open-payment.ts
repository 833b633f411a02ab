import { PaymentNotFound, PaymentsUnavailable } from '#infra/payments/errors.ts';
import type { MembershipRow } from '#projections/read-models/memberships/queries.ts';
import type { MembershipAnswer } from '../contract/membership.ts';
import type { ApiDependencies } from './dependencies.ts';

/**
 * Reads from Stripe where a membership's open invoice can be paid. The URL is never stored, since knowing it is enough to open the
 * invoice. It is null while Stripe is unavailable.
 */
export async function readOpenPayment(
  { subscriptions }: Pick<ApiDependencies, 'subscriptions'>,
  { status, openInvoiceId, nextAttemptAt }: MembershipRow,
): Promise<MembershipAnswer['openPayment']> {
  if (status !== 'past_due' || openInvoiceId === null) return null;
  const withoutUrl = { url: null, nextAttemptAt: nextAttemptAt?.toISOString() ?? null, periodEnd: null };
  try {
    const invoice = await subscriptions.readInvoice(openInvoiceId);
    return {
      url: invoice.hostedUrl,
      nextAttemptAt: invoice.nextAttemptAt?.toISOString() ?? null,
      periodEnd: invoice.periodEnd.toISOString(),
    };
  } catch (error) {
    if (error instanceof PaymentsUnavailable || error instanceof PaymentNotFound) return withoutUrl;
    throw error;
  }
}
