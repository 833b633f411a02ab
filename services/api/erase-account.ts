import type { FastifyBaseLogger } from 'fastify';
import type { CommandContext } from '#infra/event-store/types.ts';
import { leftoversOf } from '#projections/read-models/members/queries.ts';
import { eraseMember } from '../commands/erasure/erase-member.ts';
import { settleErasure } from '../commands/erasure/settle-erasure.ts';
import type { ApiDependencies } from './dependencies.ts';

const touched = ['members', 'bookings', 'schedule', 'wallet', 'memberships', 'waitlist'];

/** Ends an account for good, whoever asked for it, and answers the command that did. What fails of the rest, workers finish. */
export async function eraseAccount(
  deps: ApiDependencies,
  memberId: string,
  context: CommandContext,
  log: FastifyBaseLogger,
): Promise<{ success: true; pending?: true }> {
  const { pool, catchUp, authentication } = deps;
  const leftovers = await leftoversOf(pool, memberId, context.now);
  const erased = await eraseMember(deps, memberId, context);
  await catchUp(erased.position, ['members']);
  await authentication.signOutEverywhere({ memberId });
  try {
    const { position } = await settleErasure(deps, leftovers, context);
    return { success: true, ...(await catchUp(position, touched)) };
  } catch (error) {
    // The account is gone all the same; a worker goes on with the rest until it is done.
    log.warn({ err: error }, 'An erasure is left to the workers to finish');
    return { success: true, pending: true };
  }
}
