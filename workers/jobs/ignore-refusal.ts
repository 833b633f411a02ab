import { Refusal } from '#domain/refusal.ts';
import type { Logger } from '#infra/logging/logger.ts';

/** Runs a command and treats a refusal as success: another attempt would be refused again. */
export async function ignoreRefusal(
  logger: Logger,
  ids: { readonly paymentIntentId: string } | { readonly subscriptionId: string },
  command: () => Promise<unknown>,
): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    logger.debug({ ...ids, code: error.code }, 'The command of a job was refused, so nothing was left to do');
  }
}
