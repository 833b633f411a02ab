import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dataPolicy } from './content-policy.ts';
import { isApiRoute } from './request-origin.ts';

const yearInSeconds = 31_536_000;

/** Browser features that the site does not use. Payment is allowed to Stripe's frames, for wallet buttons. */
const permissions = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'],
  ...['midi', 'usb', 'serial', 'hid', 'browsing-topics'],
].map((feature) => `${feature}=()`);
const permissionsPolicy = [...permissions, 'payment=(self "https://js.stripe.com")'].join(', ');

/** The event stream writes its head without Fastify, so its headers are set on the raw response. */
const rawResponsePath = '/api/events';

/**
 * The headers that helmet sets with these options. They do not depend on the request, so they are computed once. Computing them
 * for each one would cost a fifth of a small answer.
 */
async function readHelmetHeaders(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const once = Fastify();
  await once.register(helmet, options);
  once.get('/', async (_request, reply) => reply.raw.getHeaders());
  const answer = await once.inject('/');
  await once.close();
  return z.record(z.string(), z.string()).parse(answer.json());
}

/**
 * Creates the security headers of every answer: pages, files, data and errors, also those that are written without Fastify.
 * `isBehindTls`: browsers must require TLS for the site.
 */
export async function createSecurityHeaders({
  isBehindTls,
}: {
  isBehindTls: boolean;
}): Promise<Readonly<Record<string, string>>> {
  const fixed = await readHelmetHeaders({
    // Set below, as a header that a page can replace.
    contentSecurityPolicy: false,
    strictTransportSecurity: isBehindTls ? { maxAge: yearInSeconds, includeSubDomains: true } : false,
    // Links in emails contain tokens, so no other site may receive the page's URL as its referrer.
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    // A payment wallet may open a window.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  return { ...fixed, 'content-security-policy': dataPolicy, 'permissions-policy': permissionsPolicy };
}

/** Sets the headers on every answer. Pages replace the content policy with their own. */
export function registerSecurityHeaders(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (request.url.startsWith(rawResponsePath)) {
      for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    }
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Personal data must not stay in the cache of a shared browser.
    if (isApiRoute(request) && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    done();
  });
}
