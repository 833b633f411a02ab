import { hash } from 'node:crypto';
import { millisecondsInSecond } from 'date-fns/constants';
import { z } from 'zod';
import { InvalidInput } from '#domain/refusal.ts';
import { secretsEqual } from '#infra/crypto/timing-safe-equal.ts';
import { findMailOutcome, findMailReport } from '#infra/mail/mail-reports.ts';
import { insertMailEvents, type ReceivedMailEvent } from '#infra/postgres/tables/brevo-inbox.ts';
import { type ReportedOutcome, storeMailOutcomes } from '#infra/postgres/tables/mail-outcomes.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { unauthenticated } from '#services/api/http-error.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { type MailEvent, mailEventAddress, mailEvents } from '#services/contract/mail-events.ts';

const received = z.object({ received: z.literal(true) });

/**
 * `POST /api/webhooks/brevo`: what became of an email, with BREVO_WEBHOOK_SECRET as bearer token. Stores each event in the inbox
 * under a key of its own, since Brevo delivers more than once and in any order. Workers process the inbox. An event of another
 * type is accepted and only noted, since Brevo repeats what is refused.
 */
export function registerBrevoWebhookRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { pool, clock, config } = deps;
  app.post(
    '/api/webhooks/brevo',
    {
      onRequest: async ({ headers }) => {
        if (!secretsEqual(headers.authorization ?? '', `Bearer ${config.brevo.webhookSecret}`))
          throw unauthenticated('This webhook needs the secret of Brevo as a bearer token.');
      },
      schema: { tags: ['operations'], body: mailEvents, response: { 200: received } },
    },
    async (request) => {
      const now = clock.now();
      const received = request.body.map((event) => toReceived(deps, event, now));
      await storeMailOutcomes(pool, findOutcomes(request.body, now));
      await insertMailEvents(pool, received);
      return { received: true as const };
    },
  );
}

const getInstant = ({ ts_event, ts }: MailEvent, now: Date): Date => {
  const seconds = ts_event ?? ts;
  return seconds === undefined ? now : new Date(seconds * millisecondsInSecond);
};

/** What became of single emails, which Brevo names by the id that it gave them. */
function findOutcomes(events: readonly MailEvent[], now: Date): ReportedOutcome[] {
  return events.flatMap((event) => {
    const outcome = findMailOutcome(event.event);
    const messageId = event['message-id'];
    if (outcome === undefined || messageId === undefined) return [];
    return [{ messageId, outcome, happenedAt: getInstant(event, now) }];
  });
}

/** The address leaves this process only as a keyed hash. @throws InvalidInput for an event with an action and no address */
function toReceived(
  { emailHash }: Pick<ApiDependencies, 'emailHash'>,
  event: MailEvent,
  now: Date,
): ReceivedMailEvent {
  const { event: type, 'message-id': messageId = null, camp_id: campaign = null } = event;
  const address = mailEventAddress.safeParse(event.email);
  const hasAction = findMailReport(type) !== undefined;
  if (hasAction && !address.success)
    throw new InvalidInput([{ path: 'email', message: 'Name the address that this is about' }]);
  const hashed = address.success ? emailHash(address.data) : null;
  const seconds = event.ts_event ?? event.ts ?? null;
  return {
    key: hash('sha256', JSON.stringify([type, hashed, messageId, campaign, seconds])),
    type,
    emailHash: hasAction ? hashed : null,
    happenedAt: getInstant(event, now),
  };
}
