import type { FastifyRequest } from 'fastify';
import { changeNewsletterConsent } from '#services/commands/member/change-newsletter-consent.ts';
import { createCommandContext } from './command-context.ts';
import type { ApiDependencies } from './dependencies.ts';
import { HttpError } from './http-error.ts';

/** Withdraws the consent to the newsletter by the token of an email's link. @throws HttpError INVALID_LINK */
export async function unsubscribe(deps: ApiDependencies, request: FastifyRequest, token: string) {
  const memberId = deps.unsubscribeTokens.read(token);
  if (memberId === null) {
    throw new HttpError(400, 'INVALID_LINK', 'This link is not complete. Please use the one in the email.');
  }
  const { position } = await changeNewsletterConsent(
    deps,
    { memberId, given: false },
    createCommandContext(request, deps.clock),
  );
  return { success: true as const, ...(await deps.catchUp(position, ['members'])) };
}
