import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dataPolicy } from './content-policy.ts';

const yearInSeconds = 31_536_000;

/** Nothing here asks for any of it; a wallet's button belongs to Stripe's frames. */
const permissions = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'],
  ...['midi', 'usb', 'serial', 'hid', 'browsing-topics'],
].map((feature) => `${feature}=()`);
const permissionsPolicy = [...permissions, 'payment=(self "https://js.stripe.com")'].join(', ');

/** A stream writes its head itself, past Fastify, and so has only the headers that are on the bare answer. */
const writesItsOwnHead = '/api/events';

/**
 * What helmet sets with these options. No option looks at the request, and helmet would make itself anew for each (a fifth of
 * what a small answer costs), so it is asked once.
 */
async function headersOfHelmet(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const once = Fastify();
  await once.register(helmet, options);
  once.get('/', async (_request, reply) => reply.raw.getHeaders());
  const answer = await once.inject('/');
  await once.close();
  return z.record(z.string(), z.string()).parse(answer.json());
}

/**
 * Headers for every answer, pages, files, data and errors alike. Pages replace the content policy with one of their own.
 * `isPublic`: reached by TLS, which browsers are then told to insist on.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { isPublic }: { isPublic: boolean },
): Promise<void> {
  const fixed = await headersOfHelmet({
    // A header of Fastify's own, which a page can replace.
    contentSecurityPolicy: false,
    strictTransportSecurity: isPublic ? { maxAge: yearInSeconds, includeSubDomains: false } : false,
    // Links from emails carry tokens; no other site is told the address that someone came from.
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    // A wallet may open a window of its own to be paid in.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  const everywhere = {
    ...fixed,
    'content-security-policy': dataPolicy,
    'permissions-policy': permissionsPolicy,
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everywhere);
    if (request.url.startsWith(writesItsOwnHead)) {
      for (const [name, value] of Object.entries(fixed)) reply.raw.setHeader(name, value);
    }
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // What is someone's own must not be left in a browser that others use.
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    done();
  });
}
