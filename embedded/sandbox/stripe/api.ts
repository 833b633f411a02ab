import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STRIPE_API_VERSION } from '#infra/payments/stripe-sdk.ts';
import type { SandboxLogger } from '../sandbox-logger.ts';
import { errorBody, invalidRequest, StripeApiError } from './api-error.ts';
import { type ApiKeys, identifyCaller } from './api-keys.ts';
import type { ApiRoute } from './api-route.ts';
import { newId } from './ids.ts';
import { createPageUrl } from './page-urls.ts';
import { parseForm } from './parse-form.ts';
import { isMultipart, parseMultipart } from './parse-multipart.ts';
import { type CallResult, runCall, type TransactionDeps } from './transaction.ts';

export interface ApiOptions extends TransactionDeps {
  keys: ApiKeys;
  logger: SandboxLogger;
  routes: ApiRoute[];
  /** Called after each request, because it may have queued webhooks. */
  onChange(): void;
}

const IDEMPOTENCY_HEADER = 'idempotency-key';

function send(reply: FastifyReply, requestId: string, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('request-id', requestId)
    .header('stripe-version', STRIPE_API_VERSION)
    .header('cache-control', 'no-cache, no-store')
    .send(body);
}

function createFingerprint(request: FastifyRequest, text: string): string {
  return createHash('sha256').update(`${request.method} ${request.url}\n${text}`).digest('hex');
}

async function handleRequest(
  request: FastifyRequest,
  route: ApiRoute,
  options: ApiOptions,
  requestId: string,
): Promise<CallResult> {
  const query = request.url.split('?')[1] ?? '';
  const { body } = request;
  const text = typeof body === 'string' ? body : '';
  const form = isMultipart(body) ? body : null;
  const { key: keyField, ...input } = { ...parseForm(query), ...(form?.fields ?? parseForm(text)) };
  const key = identifyCaller(
    request.headers.authorization,
    typeof keyField === 'string' ? keyField : null,
    options.keys,
  );
  if (key === 'publishable' && route.publishable !== true) {
    throw invalidRequest(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      { code: 'secret_key_required' },
      403,
    );
  }
  const idempotencyKey = request.headers[IDEMPOTENCY_HEADER];
  const { id } = Object.assign({ id: '' }, request.params);
  return runCall(
    options,
    {
      key,
      id,
      input,
      upload: form?.upload ?? null,
      pageUrl: createPageUrl(request),
      requestId,
      idempotency:
        request.method === 'POST' && typeof idempotencyKey === 'string'
          ? { key: idempotencyKey, fingerprint: createFingerprint(request, form?.fingerprint ?? text) }
          : null,
    },
    (call) => route.handle(call),
  );
}

/** Registers Stripe's HTTP API: forms in, JSON out, errors in Stripe's shape. */
export function registerStripeApi(app: FastifyInstance, options: ApiOptions): void {
  const form = 'application/x-www-form-urlencoded';
  app.removeContentTypeParser(form);
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, body));

  // Larger than the largest file, so that Stripe's own refusal is answered.
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: 16 * 1024 * 1024 },
    async (request: FastifyRequest, body: Buffer) =>
      parseMultipart(body, request.headers['content-type'] ?? ''),
  );

  app.setErrorHandler((error, request, reply) => {
    const requestId = newId('req');
    if (error instanceof StripeApiError)
      return send(reply, requestId, error.status, errorBody(error.details));
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status < 500) {
      return send(
        reply,
        requestId,
        status,
        errorBody({ type: 'invalid_request_error', message: 'Invalid request' }),
      );
    }
    options.logger.error({ err: error, route: request.routeOptions.url }, 'sandbox Stripe request failed');
    const message = 'An unknown error occurred in the sandbox.';
    return send(reply, requestId, 500, errorBody({ type: 'api_error', message }));
  });

  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). The sandbox has only what the product uses.`;
    return send(reply, newId('req'), 404, errorBody({ type: 'invalid_request_error', message }));
  });

  for (const route of options.routes) {
    app.route({
      method: route.method,
      url: `/${route.path}`,
      handler: async (request, reply) => {
        const requestId = newId('req');
        const { status, body, replayOf } = await handleRequest(request, route, options, requestId);
        options.onChange();
        const idempotencyKey = request.headers[IDEMPOTENCY_HEADER];
        if (typeof idempotencyKey === 'string') reply.header(IDEMPOTENCY_HEADER, idempotencyKey);
        if (replayOf !== null)
          reply.header('idempotent-replayed', 'true').header('original-request', replayOf);
        return send(reply, requestId, status, body);
      },
    });
  }
}
