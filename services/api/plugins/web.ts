import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../../infra/mail/escape-html.ts';
import type { ConfigAnswer } from '../../contract/payments.ts';

/** JSON that may stand inside a script element. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Serves the built web: hashed assets for a year, and the page itself for every other path that is no API's, with the
 * studio's configuration written into it so that the first paint knows the name.
 */
export async function registerWeb(
  app: FastifyInstance,
  webRoot: string,
  config: ConfigAnswer,
): Promise<void> {
  const built = await readFile(join(webRoot, 'index.html'), 'utf8');
  const inlined = `<script type="application/json" id="studio-config">${inScript(config)}</script>`;
  const title = `<title>${escapeHtml(`${config.studio.name} · Reformer Pilates`)}</title>`;
  // Functions, since in a replacement text a dollar sign of the studio's would count as a pattern.
  const page = built
    .replace(/<title>[^<]*<\/title>/, () => title)
    .replace('</head>', () => `${inlined}</head>`);
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
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
