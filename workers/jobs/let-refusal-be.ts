import { Refusal } from '#domain/refusal.ts';
import type { Logger } from '#infra/logging/logger.ts';

/** Gives a command of which a refusal is an end as good as any: trying again would be refused again. */
export async function letRefusalBe(
  logger: Logger,
  ids:
    | { readonly paymentIntentId: string }
    | { readonly subscriptionId: string }
    | { readonly changeId: string },
  command: () => Promise<unknown>,
): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    logger.debug({ ...ids, code: error.code }, 'A job had nothing to do');
  }
}
