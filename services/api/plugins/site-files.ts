import { millisecondsInDay } from 'date-fns/constants';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import type { ConfigAnswer } from '#services/contract/payments.ts';
import { sitePages } from '#services/contract/site-pages.ts';

const hidden = { schema: { hide: true } };
const cacheForAnHour = 'public, max-age=3600';
const securityFilePath = '/.well-known/security.txt';
const applePayPath = '/.well-known/apple-developer-merchantid-domain-association';

function createManifest({ name, town }: ConfigAnswer['studio']) {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icon-${purpose === 'maskable' ? 'maskable-' : ''}${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const shortcut = (label: string, url: string) => ({ name: label, url });
  return {
    id: '/',
    name: `${name} · Reformer Pilates`,
    short_name: name,
    description: `Book reformer Pilates in ${town}.`,
    lang: 'en-GB',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#FBF8F3',
    theme_color: '#FBF8F3',
    categories: ['fitness', 'health', 'lifestyle'],
    icons: [
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable'),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts: [shortcut('Book Classes', '/book-classes'), shortcut('My Classes', '/my-classes')],
  };
}

/** RFC 9116 recommends less than a year, after which a copy counts as stale. */
const securityFileDays = 180;

/** RFC 9116: where to report a weakness. It expires at the start of a UTC day, so that it is the same all day. */
function formatSecurityFile(email: string, siteUrl: string): string {
  const today = Date.now() - (Date.now() % millisecondsInDay);
  const expires = new Date(today + securityFileDays * millisecondsInDay);
  return [
    `Contact: mailto:${email}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}${securityFilePath}`,
    '',
  ].join('\n');
}

interface Site {
  readonly studio: ConfigAnswer['studio'];
  readonly siteUrl: string;
  readonly applePayDomainAssociation: Buffer | null;
}

/** The file by which Apple verifies the domain, unchanged to the byte; 404 where none is configured. */
function registerApplePayFile(app: FastifyInstance, content: Buffer | null): void {
  app.get(applePayPath, hidden, async (_request, reply) => {
    if (content === null) return reply.callNotFound();
    return reply.type('text/plain; charset=utf-8').header('cache-control', cacheForAnHour).send(content);
  });
}

/** The files at well-known paths: the web app manifest, robots.txt, the sitemap, security.txt and Apple's. */
export function registerSiteFiles(
  app: FastifyInstance,
  { studio, siteUrl, applePayDomainAssociation }: Site,
): void {
  registerApplePayFile(app, applePayDomainAssociation);
  const manifestText = JSON.stringify(createManifest(studio));
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /sandbox/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
  const urls = sitePages
    .filter((page) => page.isListed)
    .map((page) => `  <url><loc>${escapeHtml(siteUrl + page.path)}</loc></url>`);
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
  app.get('/site.webmanifest', hidden, async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', cacheForAnHour)
      .send(manifestText),
  );
  app.get('/robots.txt', hidden, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', cacheForAnHour).send(robots),
  );
  app.get(securityFilePath, hidden, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', cacheForAnHour)
      .send(formatSecurityFile(studio.email, siteUrl)),
  );
  app.get('/sitemap.xml', hidden, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', cacheForAnHour).send(sitemap),
  );
}
