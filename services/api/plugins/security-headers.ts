import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { dataPolicy } from './content-policy.ts';

const yearInSeconds = 31_536_000;

/** Nothing here asks for any of it; a wallet's button belongs to Stripe's frames. */
const permissions = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'],
  ...['midi', 'usb', 'serial', 'hid', 'browsing-topics'],
].map((feature) => `${feature}=()`);
const permissionsPolicy = [...permissions, 'payment=(self "https://js.stripe.com")'].join(', ');

/**
 * Headers for every answer, pages, files, data and errors alike. Pages replace the content policy with one of their own.
 * `isPublic`: reached by TLS, which browsers are then told to insist on.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { isPublic }: { isPublic: boolean },
): Promise<void> {
  await app.register(helmet, {
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
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', dataPolicy).header('permissions-policy', permissionsPolicy);
  });
  app.addHook('onSend', async (request, reply) => {
    // What is someone's own must not be left in a browser that others use.
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
  });
}
