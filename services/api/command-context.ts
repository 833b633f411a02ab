import type { FastifyRequest } from 'fastify';
import type { StudioClock } from '#infra/clock/studio-clock.ts';
import type { Actor, CommandContext } from '#infra/event-store/types.ts';
import type { Principal } from './sessions.ts';

function toActor(principal: Principal | null): Actor {
  if (principal === null) return { kind: 'system', name: 'visitor' };
  return principal.kind === 'member'
    ? { kind: 'member', id: principal.memberId }
    : {
        kind: 'staff',
        role: principal.role,
        ...(principal.staffId === undefined ? {} : { staffId: principal.staffId }),
      };
}

/** The context of the command that a request executes: its id is the request's, its time the studio clock's now. */
export function createCommandContext(request: FastifyRequest, clock: StudioClock): CommandContext {
  return {
    now: clock.now(),
    commandId: request.id,
    requestId: request.id,
    actor: toActor(request.principal),
  };
}
