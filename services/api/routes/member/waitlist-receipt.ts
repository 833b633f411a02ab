import { z } from 'zod';
import { classDecider } from '#domain/class/decider.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { notFound } from '#services/api/http-error.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { readRulebook } from '#services/audit/history/rule-tracker.ts';
import { createReceipt } from '#services/audit/receipt/create-receipt.ts';
import { numericIdText } from '#services/contract/values.ts';
import { waitlistReceipt } from '#services/contract/waitlist-receipt.ts';
import { protectRoutes } from '../protect-routes.ts';

/** `GET /api/waitlist/{classId}/receipt`: for each member who waited there, also after the class. */
export function registerWaitlistReceiptRoute(
  app: TypedApp,
  { authentication, eventStore, auditSigner, clock, config }: ApiDependencies,
): void {
  const withSchema = protectRoutes(authentication.requireMember, 'waitlist');
  const params = z.object({ classId: numericIdText });

  app.get(
    '/api/waitlist/:classId/receipt',
    withSchema({ params, response: { 200: waitlistReceipt } }),
    async (request) => {
      const { memberId } = getMember(request);
      const [{ events: records }, rulebook] = await Promise.all([
        eventStore.readStream(classDecider.stream(String(request.params.classId))),
        readRulebook(eventStore),
      ]);
      const about = { studio: config.studio.name, memberId, issuedAt: clock.now() };
      const receipt = createReceipt(about, { records, rulebook }, auditSigner);
      if (receipt === null) throw notFound('You did not wait for such a class.');
      return receipt;
    },
  );
}
