import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordSignIn } from '#infra/postgres/tables/member-activity.ts';
import type { ApiDependencies } from './dependencies.ts';
import { rememberBrowser, toDeviceOwner } from './password-attempts.ts';
import type { MemberPrincipal } from './sessions.ts';

/** Records what every way of signing in leaves behind: the browser is known to the member, and the account is in use. */
export async function recordMemberSignIn(
  deps: Pick<ApiDependencies, 'clock' | 'config' | 'pool'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { memberId, epoch }: Pick<MemberPrincipal, 'memberId' | 'epoch'>,
): Promise<void> {
  await rememberBrowser(deps, request, reply, toDeviceOwner({ id: memberId, epoch }));
  await recordSignIn(deps.pool, memberId, deps.clock.now());
}
