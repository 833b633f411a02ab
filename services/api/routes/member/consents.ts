import { readHealthAnswers } from '#projections/read-models/health/queries.ts';
import { readUserById } from '#projections/read-models/members/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { unauthenticated } from '#services/api/http-error.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { unsubscribe } from '#services/api/unsubscribe.ts';
import { changeNewsletterConsent } from '#services/commands/member/change-newsletter-consent.ts';
import { withdrawHealthConsent } from '#services/commands/member/withdraw-health-consent.ts';
import { stepContext } from '#services/commands/step-context.ts';
import { consentsAnswer, consentsBody, unsubscribeBody } from '#services/contract/consents.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { protectRoutes } from '../protect-routes.ts';

const tags = ['account'];

/** A member's consents: read and changed on the account page, withdrawn by the link in an email. */
export function registerConsentRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'account');

  async function readConsents(memberId: string) {
    const [user, health] = await Promise.all([
      readUserById(pool, memberId),
      readHealthAnswers(deps, memberId),
    ]);
    if (!user) throw unauthenticated();
    return { success: true as const, newsletter: user.newsletter, health: health !== undefined };
  }

  app.get('/api/user/consents', withSchema({ response: { 200: consentsAnswer } }), async (request) => {
    return readConsents(getMember(request).memberId);
  });

  app.put(
    '/api/user/consents',
    withSchema({ body: consentsBody, response: { 200: consentsAnswer } }),
    async (request) => {
      const { memberId } = getMember(request);
      const { newsletter, health } = request.body;
      const context = createCommandContext(request, clock);
      let caughtUp = {};
      if (newsletter !== undefined) {
        const { position } = await changeNewsletterConsent(deps, { memberId, given: newsletter }, context);
        caughtUp = await catchUp(position, ['members']);
      }
      if (health !== undefined) {
        const step = stepContext(context, 'health');
        const { position } = await withdrawHealthConsent(deps, { memberId }, step);
        caughtUp = await catchUp(position, ['members']);
      }
      const consents = await readConsents(memberId);
      return { ...consents, ...(newsletter === undefined ? {} : { newsletter }), ...caughtUp };
    },
  );

  app.post(
    '/api/newsletter/unsubscribe',
    {
      config: limitPerMinute(30),
      schema: { tags, body: unsubscribeBody, response: { 200: commandAnswer } },
    },
    (request) => unsubscribe(deps, request, request.body.token),
  );
}
