import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STRIPE_API_VERSION } from '#infra/payments/stripe-sdk.ts';
import type { SandboxLogger } from '../sandbox-logger.ts';
import { errorBody, invalidRequest, StripeApiError } from './api-error.ts';
import type { ApiRoute } from './api-route.ts';
import { parseForm } from './form.ts';
import { newId } from './ids.ts';
import { type ApiKeys, callerOf } from './keys.ts';
import { pageUrls } from './page-urls.ts';
import { type Answer, type ChangeDeps, runCall } from './transaction.ts';

export interface ApiOptions extends ChangeDeps {
  keys: ApiKeys;
  logger: SandboxLogger;
  routes: ApiRoute[];
  /** Called when a request may have left events to deliver. */
  onChange(): void;
}

const HEADER = 'idempotency-key';

function send(reply: FastifyReply, requestId: string, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('request-id', requestId)
    .header('stripe-version', STRIPE_API_VERSION)
    .header('cache-control', 'no-cache, no-store')
    .send(body);
}

function fingerprint(request: FastifyRequest, text: string): string {
  return createHash('sha256').update(`${request.method} ${request.url}\n${text}`).digest('hex');
}

async function answer(
  request: FastifyRequest,
  route: ApiRoute,
  options: ApiOptions,
  requestId: string,
): Promise<Answer> {
  const query = request.url.split('?')[1] ?? '';
  const text = typeof request.body === 'string' ? request.body : '';
  const { key: keyField, ...input } = { ...parseForm(query), ...parseForm(text) };
  const key = callerOf(
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
  const sent = request.headers[HEADER];
  const { id } = Object.assign({ id: '' }, request.params);
  return runCall(
    options,
    {
      key,
      id,
      input,
      pageUrl: pageUrls(request),
      requestId,
      idempotency:
        request.method === 'POST' && typeof sent === 'string'
          ? { key: sent, fingerprint: fingerprint(request, text) }
          : null,
    },
    (call) => route.handle(call),
  );
}

/** Stripe's HTTP API under this instance's prefix: forms in, JSON out, errors in Stripe's shape. */
export function stripeApi(app: FastifyInstance, options: ApiOptions): void {
  const form = 'application/x-www-form-urlencoded';
  app.removeContentTypeParser(form);
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, body));

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
        const { status, body, replayOf } = await answer(request, route, options, requestId);
        options.onChange();
        const sent = request.headers[HEADER];
        if (typeof sent === 'string') reply.header(HEADER, sent);
        if (replayOf !== null)
          reply.header('idempotent-replayed', 'true').header('original-request', replayOf);
        return send(reply, requestId, status, body);
      },
    });
  }
}
