import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#infra/config/config.ts';
import type { ConfigAnswer } from '#services/contract/payments.ts';
import type { RulesAnswer } from '#services/contract/rules.ts';
import { findSitePage } from '#services/contract/site-pages.ts';
import { createPagePolicy, workerPolicy } from './content-policy.ts';
import { renderAnswersElement, renderPageHead, renderStyleNonce } from './page-head.ts';
import { createPagePreloads } from './page-preloads.ts';
import { createPageRules } from './page-rules.ts';
import type { PageAnswer } from './page-timetable.ts';
import { registerSiteFiles } from './site-files.ts';

/**
 * Serves the built web: hashed assets, cached for a year, and the page for every other path outside the API. The page contains its
 * title, the studio's configuration, its rules and today's classes, so that the first paint shows them. A path without a page gets the same document
 * with status 404.
 */
export async function registerWeb(
  app: FastifyInstance,
  webRoot: string,
  {
    siteUrl,
    applePayDomainAssociation,
    readSiteConfig,
    readRules,
    readTimetable,
  }: Pick<Config, 'siteUrl' | 'applePayDomainAssociation'> & {
    readSiteConfig: () => ConfigAnswer;
    readRules: () => Promise<RulesAnswer>;
    readTimetable: (path: string) => Promise<PageAnswer | null>;
  },
): Promise<void> {
  const built = await readFile(join(webRoot, 'index.html'), 'utf8');
  const preload = createPagePreloads(
    await readFile(join(webRoot, '.vite/manifest.json'), 'utf8').catch(() => '{}'),
  );
  const { studio, stripe } = readSiteConfig();
  const site = { studio, siteUrl };
  // The built title is replaced by the head of the requested path.
  const [before = '', after = ''] = built.split(/<title>[^<]*<\/title>/);
  const [headEnd = '', body = ''] = after.split('</head>');
  const readPageRules = createPageRules(readRules);
  const takesRealPayments = stripe.sandboxScriptUrl === null;
  registerSiteFiles(app, { ...site, applePayDomainAssociation });
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    // The build leaves .br and .gz beside each file.
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      if (path.includes('/service-worker.js')) {
        // The browser compares it with its own at each visit.
        reply.header('cache-control', 'no-cache');
        reply.header('content-security-policy', workerPolicy);
        return;
      }
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (/^\/(api|sandbox|health|assets)([/?]|$)/.test(request.url)) return reply.callNotFound();
    const path = request.url.replace(/[?#].*$/, '');
    const [rules, timetable] = await Promise.all([readPageRules(), readTimetable(path)]);
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .code(findSitePage(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', createPagePolicy(nonce, { takesRealPayments }))
      .send(
        `${before}${renderPageHead(path, { ...site, rules })}${headEnd}${preload(path)}${renderStyleNonce(nonce)}${renderAnswersElement(readSiteConfig(), rules, timetable)}</head>${body}`,
      );
  });
}
