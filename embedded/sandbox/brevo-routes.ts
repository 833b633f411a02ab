import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { isEmailAddress } from '#domain/email/address.ts';
import type { StudioClock } from '#infra/clock/studio-clock.ts';
import { formatMessageId, type Outbox } from './outbox.ts';
import type { SandboxLogger } from './sandbox-logger.ts';

/** In ASCII, as Brevo takes it. */
const Address = z.string().refine(isEmailAddress);
const Person = z.object({ email: Address, name: z.string().max(70).optional() });
const Email = z.object({
  sender: Person,
  to: z.array(Person).min(1),
  subject: z.string().min(1),
  htmlContent: z.string().min(1),
  textContent: z.string().default(''),
  tags: z.array(z.string()).default([]),
  headers: z.object({ idempotencyKey: z.uuid().optional() }).catchall(z.string()).default({}),
});
const Contact = z.object({
  email: Address,
  listIds: z.array(z.int()).default([]),
  updateEnabled: z.boolean().default(false),
  emailBlacklisted: z.boolean().optional(),
});
const ListChange = z.object({ emails: z.array(Address).min(1) });
const ListParams = z.object({ id: z.coerce.number().int() });

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ code, message });
}

/** Registers the part of Brevo's API that the product uses; emails and list changes go to the outbox. */
export function registerBrevoRoutes(
  app: FastifyInstance,
  { outbox, clock, logger }: { outbox: Outbox; clock: StudioClock; logger: SandboxLogger },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const key = request.headers['api-key'];
    if (typeof key !== 'string' || key === '') return refuse(reply, 401, 'unauthorized', 'Key not found');
  });

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof z.ZodError) {
      const field = error.issues[0]?.path.join('.') ?? 'body';
      return refuse(reply, 400, 'invalid_parameter', `${field} is not valid`);
    }
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status < 500) return refuse(reply, status, 'bad_request', 'Input must be a valid JSON object');
    logger.error({ err: error, route: request.routeOptions.url }, 'sandbox Brevo request failed');
    return refuse(reply, 500, 'internal_error', 'The sandbox failed');
  });

  app.setNotFoundHandler((_request, reply) =>
    refuse(reply, 404, 'document_not_found', 'The sandbox does not have this call'),
  );

  app.post('/smtp/email', async (request, reply) => {
    const email = Email.parse(request.body);
    const { idempotencyKey = null, ...headers } = email.headers;
    const id = await outbox.addEmail({
      to: email.to.map(({ email: address }) => address).join(', '),
      subject: email.subject,
      html: email.htmlContent,
      text: email.textContent,
      kind: email.tags[0] ?? 'email',
      sentAt: clock.now(),
      headers,
      idempotencyKey,
    });
    if (id === null) return refuse(reply, 400, 'duplicate_parameter', 'The idempotency key was used already');
    return reply.code(201).send({ messageId: formatMessageId(id) });
  });

  // The stand-in blocks no address.
  app.delete('/smtp/blockedContacts/:email', async (_request, reply) => reply.code(204).send());

  app.post('/contacts', async (request, reply) => {
    const { email, listIds, updateEnabled } = Contact.parse(request.body);
    for (const list of listIds) await outbox.changeList({ email, list, action: 'add', at: clock.now() });
    // Brevo answers 201 with an id for a new contact and 204 for one it updated; contacts themselves are not stored here.
    return updateEnabled ? reply.code(204).send() : reply.code(201).send({ id: 1 });
  });

  for (const action of ['add', 'remove'] as const) {
    app.post(`/contacts/lists/:id/contacts/${action}`, async (request, reply) => {
      const { id: list } = ListParams.parse(request.params);
      const { emails } = ListChange.parse(request.body);
      const success: string[] = [];
      for (const email of emails) {
        if (await outbox.changeList({ email, list, action, at: clock.now() })) success.push(email);
      }
      const already = action === 'add' ? 'already in list' : 'already removed from list';
      if (success.length === 0) {
        return refuse(reply, 400, 'invalid_parameter', `Contact ${already} and/or does not exist`);
      }
      const failure = emails.filter((email) => !success.includes(email));
      return reply.code(201).send({ contacts: { success, failure } });
    });
  }
}
