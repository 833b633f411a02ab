import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { untilTrue } from './until-true.ts';

export interface PageMeasures {
  /** Bytes of script requested before the page's heading was painted, in brotli. */
  readonly firstScriptBytes: number;
  /** Bytes of all script requested without an interaction, in brotli. */
  readonly scriptBytes: number;
  /** The same in gzip. */
  readonly gzipScriptBytes: number;
  /** Time of the largest contentful paint. */
  readonly largestPaintMs: number;
  /** Cumulative layout shift as the web vital defines it: the worst session. */
  readonly layoutShift: number;
  /** Descriptions of the shifts, for the report of a failure. */
  readonly shifts: readonly string[];
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Lighthouse's slow mobile connection: 150 ms latency, 1.6 Mbit/s down, 750 kbit/s up. */
const slowConnection = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/** Runs in the page before its own code, and records paints and shifts. */
const observe = `
  globalThis.pageMeasures = { heading: null, paint: 0, shifts: [] };
  const heading = new MutationObserver(() => {
    if (document.querySelector('h1') === null) return;
    heading.disconnect();
    // A frame's callback runs before its paint.
    requestAnimationFrame((time) => (pageMeasures.heading = time));
  });
  heading.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) pageMeasures.paint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const what = sources.map(({ node, previousRect, currentRect }) => {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
        return (element?.tagName ?? '?') + '.' + String(element?.className ?? '').slice(0, 60) + ' ' + box(previousRect) + ' → ' + box(currentRect);
      });
      pageMeasures.shifts.push({ value, startTime, what: value.toFixed(4) + ' at ' + Math.round(startTime) + ' ms: ' + what.join('; ') });
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

interface Observations {
  readonly heading: number;
  readonly paint: number;
  readonly shifts: readonly { value: number; startTime: number; what: string }[];
}

/** Finds the worst session: shifts less than 1 s apart, within 5 s. */
function findWorstSession(shifts: Observations['shifts']): number {
  let worst = 0;
  let sum = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { value, startTime } of shifts) {
    const continues = startTime - last < 1000 && startTime - startedAt < 5000;
    sum = continues ? sum + value : value;
    if (!continues) startedAt = startTime;
    last = startTime;
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** Waits until the page is complete and has fetched nothing for half a second. */
async function waitUntilIdle(page: Page): Promise<void> {
  await untilTrue(
    page,
    `pageMeasures.heading !== null && document.querySelector('[aria-busy=true]') === null &&
     document.fonts.status === 'loaded' &&
     performance.now() - Math.max(...performance.getEntriesByType('resource').map((entry) => entry.responseEnd)) > 500`,
  );
}

interface Script {
  readonly url: string;
  readonly startTime: number;
}

const fetchedScripts = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .map(({ name, startTime }) => ({ url: name, startTime }))`;

async function sumSizes(scripts: readonly Script[], encoding: 'br' | 'gzip'): Promise<number> {
  let bytes = 0;
  for (const url of new Set(scripts.map((script) => script.url))) {
    const answer = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': encoding } });
    bytes += Number(answer.headers.get('content-length'));
  }
  return bytes;
}

export interface MeasureOptions {
  readonly token?: string | undefined;
  /** Whether to emulate a slow mobile connection. */
  readonly isSlow?: boolean;
  readonly screen?: BrowserContextOptions;
}

/** Opens a page once with an empty cache and measures it, on a phone by default. */
export async function measurePage(
  browser: Browser,
  base: string,
  path: string,
  { token, isSlow = false, screen = phone }: MeasureOptions = {},
): Promise<PageMeasures> {
  const localStorage = token === undefined ? [] : [{ name: 'authToken', value: token }];
  const context = await browser.newContext({
    ...screen,
    storageState: { cookies: [], origins: [{ origin: base, localStorage }] },
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    if (isSlow) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', slowConnection);
    }
    await page.goto(base + path);
    await waitUntilIdle(page);
    const { heading, paint, shifts } = await page.evaluate<Observations>('pageMeasures');
    const scripts = await page.evaluate<Script[]>(fetchedScripts);
    return {
      firstScriptBytes: await sumSizes(
        scripts.filter(({ startTime }) => startTime < heading),
        'br',
      ),
      scriptBytes: await sumSizes(scripts, 'br'),
      gzipScriptBytes: await sumSizes(scripts, 'gzip'),
      largestPaintMs: paint,
      layoutShift: findWorstSession(shifts),
      shifts: shifts.map(({ what }) => what),
    };
  } finally {
    await context.close();
  }
}
