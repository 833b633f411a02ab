import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest } from './api-error.ts';
import type { Transaction } from './api-route.ts';
import { toUnixSeconds } from './ids.ts';

type Pause = Stripe.Subscription['pause_collection'];

/** Sets, unsets or keeps what a subscription's invoices become, and schedules the end of that. */
export async function pauseCollection(
  tx: Transaction,
  { id, pause_collection: before }: Stripe.Subscription,
  wanted: '' | { behavior: 'void'; resumes_at?: number | undefined } | undefined,
): Promise<Pause> {
  if (wanted === undefined) return before;
  await tx.store.unschedule(id, 'resume');
  if (wanted === '') return null;
  const { behavior, resumes_at: resumesAt } = wanted;
  if (resumesAt === undefined) return { behavior, resumes_at: null };
  if (resumesAt <= toUnixSeconds(tx.now))
    throw invalidRequest('`pause_collection[resumes_at]` must be in the future.', {
      param: 'pause_collection[resumes_at]',
    });
  await tx.store.schedule(id, 'resume', new Date(resumesAt * 1_000));
  return { behavior, resumes_at: resumesAt };
}

/** Goes on collecting, at the instant that was set. */
export async function resumeCollection(tx: Transaction, id: string): Promise<void> {
  const before = await tx.store.lock('subscription', id);
  if (before === null || before.pause_collection === null) return;
  const after: Stripe.Subscription = { ...before, pause_collection: null };
  await tx.store.update('subscription', after);
  await tx.emit('customer.subscription.updated', after, { pause_collection: before.pause_collection });
}

/** Whether an invoice that is made at an instant, in Unix seconds, is voided. */
export function isVoidedAt({ pause_collection: pause }: Stripe.Subscription, at: number): boolean {
  return pause !== null && (pause.resumes_at === null || pause.resumes_at > at);
}
