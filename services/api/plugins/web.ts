import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ConfigAnswer } from '#services/contract/payments.ts';
import { sitePageAt } from '#services/contract/site-pages.ts';
import { pagePolicy } from './content-policy.ts';
import { inlinedConfig, pageHead, styleNonce } from './page-head.ts';
import { siteFiles } from './site-files.ts';

/**
 * Serves the built web: hashed assets for a year, and the page itself for every other path that is no API's, with what
 * that page is called and the studio's configuration written into it, so that the first paint knows the name. An address
 * that leads to no page gets the same page, which says so, as a 404. `siteUrl` is how the world reaches the site.
 */
export async function registerWeb(
  app: FastifyInstance,
  webRoot: string,
  config: ConfigAnswer,
  siteUrl: string,
): Promise<void> {
  const built = await readFile(join(webRoot, 'index.html'), 'utf8');
  const site = { studio: config.studio, siteUrl };
  // The title of the page as it was built makes way for the whole head of an address.
  const [before = '', after = ''] = built.split(/<title>[^<]*<\/title>/);
  const [headEnd = '', body = ''] = after.split('</head>');
  const configElement = inlinedConfig(config);
  const takesRealPayments = config.stripe.sandboxScriptUrl === null;
  siteFiles(app, site);
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    // The build leaves .br and .gz beside each file.
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (/^\/(api|sandbox|health|assets)([/?]|$)/.test(request.url)) return reply.callNotFound();
    const path = request.url.replace(/[?#].*$/, '');
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .code(sitePageAt(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', pagePolicy(nonce, { takesRealPayments }))
      .send(`${before}${pageHead(path, site)}${headEnd}${styleNonce(nonce)}${configElement}</head>${body}`);
  });
}
