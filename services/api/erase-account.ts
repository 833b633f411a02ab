import type { FastifyBaseLogger } from 'fastify';
import type { CommandContext } from '#infra/event-store/types.ts';
import { readLeftovers } from '#projections/read-models/members/queries.ts';
import { forgetCards } from '../commands/cards/forget-cards.ts';
import { eraseMember } from '../commands/erasure/erase-member.ts';
import { settleErasure } from '../commands/erasure/settle-erasure.ts';
import type { ApiDependencies } from './dependencies.ts';

const readModels = ['members', 'bookings', 'schedule', 'wallet', 'memberships', 'waitlist'];

/** Erases a member for the member or for staff. Once the erasure is recorded, workers complete whatever fails after it. */
export async function eraseAccount(
  deps: ApiDependencies,
  memberId: string,
  context: CommandContext,
  log: FastifyBaseLogger,
): Promise<{ success: true; pending?: true }> {
  const { pool, catchUp, authentication } = deps;
  const leftovers = await readLeftovers(pool, memberId, context.now);
  const erased = await eraseMember(deps, memberId, context);
  await catchUp(erased.position, ['members']);
  await authentication.signOutEverywhere({ memberId });
  try {
    const { position } = await settleErasure(deps, leftovers, context);
    await forgetCards(deps, memberId, context);
    return { success: true, ...(await catchUp(position, readModels)) };
  } catch (error) {
    // The account is erased already; a worker retries the remaining steps.
    log.warn({ err: error }, 'Completing an erasure failed; workers will retry it');
    return { success: true, pending: true };
  }
}
