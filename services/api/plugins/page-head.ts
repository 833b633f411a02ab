import { escapeHtml } from '#infra/mail/escape-html.ts';
import type { ConfigAnswer } from '#services/contract/payments.ts';
import type { RulesAnswer } from '#services/contract/rules.ts';
import { findSitePage, formatPageTitle } from '#services/contract/site-pages.ts';
import { describePage } from './page-descriptions.ts';
import type { PageAnswer } from './page-timetable.ts';

type Studio = ConfigAnswer['studio'];

/** JSON that is safe inside a script element. */
const escapeScript = (json: string) => json.replaceAll('<', '\\u003c');

const formatScriptJson = (value: unknown) => escapeScript(JSON.stringify(value));

/** The studio in schema.org's vocabulary, for search engines and maps. */
function describeLocalBusiness({ name, town, email, address }: Studio, siteUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': ['LocalBusiness', 'ExerciseGym'],
    '@id': `${siteUrl}/#studio`,
    name,
    description: `Reformer Pilates in ${town}, in classes of seven at most.`,
    url: `${siteUrl}/`,
    image: `${siteUrl}/og.png`,
    logo: `${siteUrl}/icon-512.png`,
    email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address,
      addressLocality: town,
      addressCountry: 'GB',
    },
    currenciesAccepted: 'GBP',
    priceRange: '££',
  };
}

/** The title and metadata of the page at a path, with all text escaped. */
export function renderPageHead(
  path: string,
  { studio, siteUrl, rules }: { studio: Studio; siteUrl: string; rules: RulesAnswer | null },
): string {
  const page = findSitePage(path);
  const title = formatPageTitle(page ? page.title : 'Page Not Found', studio.name);
  const description =
    describePage(page?.path ?? '', studio, rules?.rules) ?? `Reformer Pilates in ${studio.town}.`;
  const address = siteUrl + (page?.isListed ? page.path : '/');
  const meta = (attribute: 'name' | 'property', key: string, value: string) =>
    `<meta ${attribute}="${key}" content="${escapeHtml(value)}" />`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...(page?.isListed
      ? [`<link rel="canonical" href="${escapeHtml(address)}" />`]
      : [meta('name', 'robots', 'noindex')]),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', studio.name),
    meta('property', 'og:locale', 'en_GB'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', `${siteUrl}/og.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', 'Morning over a calm sea, with a pier and a small boat'),
    meta('name', 'twitter:card', 'summary_large_image'),
    `<script type="application/ld+json" id="studio-data">${formatScriptJson(describeLocalBusiness(studio, siteUrl))}</script>`,
  ].join('\n    ');
}

/**
 * The element that holds answers of the API for the first paint: the configuration, the rules and a day of the timetable. Unknown
 * ones are left out. A content policy does not restrict data elements.
 */
export function renderAnswersElement(
  config: ConfigAnswer,
  rules: RulesAnswer | null,
  timetable: PageAnswer | null,
): string {
  const answers = { '/api/config': config, ...(rules ? { '/api/rules': rules } : {}) };
  // The timetable is JSON already, cached for all requests.
  const json = [
    formatScriptJson(answers).slice(0, -1),
    ...(timetable ? [`"${timetable.path}":${escapeScript(timetable.json)}`] : []),
  ].join(',');
  return `<script type="application/json" id="studio-answers">${json}}</script>`;
}

/** The element that holds the nonce for the style elements that the web creates. */
export const renderStyleNonce = (nonce: string): string => `<meta name="style-nonce" nonce="${nonce}" />`;
