import { paymentDecider } from '#domain/payment/decider.ts';
import type { Payments } from '#infra/payments/payments.ts';
import type { Subscriptions } from '#infra/payments/subscriptions.ts';
import type { CommandDeps } from '../define-command.ts';

/** The dependencies of commands about disputes. */
export interface DisputeDeps extends CommandDeps {
  readonly payments: Pick<Payments, 'findDispute' | 'listDisputes' | 'uploadEvidence' | 'submitEvidence'>;
  readonly subscriptions: Pick<Subscriptions, 'findInvoiceOf'>;
}

/** The member who paid, with a purchase or for a membership; null for a payment of another system. */
export async function findPayer(
  { deciders, subscriptions }: DisputeDeps,
  paymentIntentId: string,
): Promise<string | null> {
  const { payment } = (await deciders.load(paymentDecider, paymentIntentId)).state;
  return payment?.memberId ?? (await subscriptions.findInvoiceOf(paymentIntentId))?.memberId ?? null;
}
