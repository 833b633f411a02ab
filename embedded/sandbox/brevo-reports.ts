import { millisecondsInSecond } from 'date-fns/constants';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { StudioClock } from '#infra/clock/studio-clock.ts';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import { formatMessageId, type Outbox, outboxKind } from './outbox.ts';
import { sendPage } from './page.ts';
import { isSameOrigin } from './same-origin.ts';

/** Where the stand-in sends what became of an email, as Brevo does. */
export interface BrevoWebhook {
  /** Known only once the app listens. */
  readonly url: () => string;
  /** The bearer token. */
  readonly secret: string;
}

/** What a person can make happen to an email, with the label of its button. */
const reports = [
  ['delivered', 'Arrives'],
  ['soft_bounce', 'Can’t be delivered now'],
  ['hard_bounce', 'Comes back'],
  ['blocked', 'Is blocked'],
  ['spam', 'Is reported as spam'],
  ['unsubscribed', 'Unsubscribes'],
] as const;

const Params = z.object({ id: z.coerce.number().int() });
const Form = z.object({ event: z.enum(reports.map(([event]) => event)) });

/** The buttons of one email, and none of a change of a mailing list. */
export function reportButtonsHtml({ id, kind }: { id: number; kind: string }): string {
  if (kind === outboxKind.listChange) return '';
  const buttons = reports.map(
    ([event, label]) => `<button class="plain" name="event" value="${event}">${escapeHtml(label)}</button>`,
  );
  return `<details><summary>What becomes of it</summary>
<form method="post" action="/sandbox/outbox/${id}/report" class="reports">${buttons.join('')}</form></details>`;
}

/** `POST /outbox/{id}/report`: sends the webhook by which Brevo reports what became of an email. */
export function registerBrevoReports(
  app: FastifyInstance,
  { outbox, clock, webhook }: { outbox: Outbox; clock: StudioClock; webhook: BrevoWebhook },
): void {
  app.post('/outbox/:id/report', async (request, reply) => {
    const [params, form] = [Params.safeParse(request.params), Form.safeParse(request.body)];
    const email = params.success ? await outbox.find(params.data.id) : null;
    if (
      !isSameOrigin(request) ||
      !params.success ||
      !form.success ||
      email === null ||
      email.kind === outboxKind.listChange
    )
      return sendPage(reply, 400, { title: 'Outbox · sandbox', body: '<h1>That is not possible</h1>' });
    const now = clock.now();
    const seconds = Math.floor(now.getTime() / millisecondsInSecond);
    const response = await fetch(webhook.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${webhook.secret}` },
      body: JSON.stringify({
        ...{ event: form.data.event, email: email.to, id: 1, tag: JSON.stringify([email.kind]) },
        ...{ 'message-id': formatMessageId(params.data.id), subject: email.subject },
        ...{ date: now.toISOString().slice(0, 19).replace('T', ' '), ts: seconds, ts_event: seconds },
      }),
    });
    if (response.ok) return reply.redirect(`/sandbox/outbox?to=${encodeURIComponent(email.to)}`, 303);
    const body = `<h1>The studio refused it</h1><p>It answered ${response.status}.</p>`;
    return sendPage(reply, 502, { title: 'Outbox · sandbox', body });
  });
}
