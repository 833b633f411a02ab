import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { untilTrue } from './until-true.ts';

export interface PageMeasures {
  /** Bytes of script asked for until the page's own heading was painted, in brotli, as browsers get it. */
  readonly firstScriptBytes: number;
  /** And with what follows without anyone touching the page. */
  readonly scriptBytes: number;
  /** The same in gzip, for who takes nothing better. */
  readonly gzipScriptBytes: number;
  /** Milliseconds until the largest piece of the first screen was painted. */
  readonly largestPaintMs: number;
  /** Sum of layout shifts, as the web vital has it: the worst session of them. */
  readonly layoutShift: number;
  /** What shifted, for the report of a failure. */
  readonly shifted: readonly string[];
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** A slow mobile connection, as Lighthouse has it: 150 ms away, 1.6 Mbit/s down, 750 kbit/s up. */
const slow = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/** Runs in the page before anything of it, and keeps what the browser says about paints and shifts. */
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

interface Observed {
  readonly heading: number;
  readonly paint: number;
  readonly shifts: readonly { value: number; startTime: number; what: string }[];
}

/** The worst window of shifts: each less than 1 s after the one before, 5 s at most in all. */
function worstSession(shifts: Observed['shifts']): number {
  let worst = 0;
  let sum = 0;
  let began = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { value, startTime } of shifts) {
    const goesOn = startTime - last < 1000 && startTime - began < 5000;
    sum = goesOn ? sum + value : value;
    if (!goesOn) began = startTime;
    last = startTime;
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** The page has what it wants to show, and nothing more has come for half a second. */
async function atRest(page: Page): Promise<void> {
  await untilTrue(
    page,
    `pageMeasures.heading !== null && document.querySelector('[aria-busy=true]') === null &&
     document.fonts.status === 'loaded' &&
     performance.now() - Math.max(...performance.getEntriesByType('resource').map((entry) => entry.responseEnd)) > 500`,
    60_000,
  );
}

interface Script {
  readonly url: string;
  readonly startTime: number;
}

const fetchedScripts = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .map(({ name, startTime }) => ({ url: name, startTime }))`;

async function weigh(scripts: readonly Script[], encoding: 'br' | 'gzip'): Promise<number> {
  let bytes = 0;
  for (const url of new Set(scripts.map((script) => script.url))) {
    const answer = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': encoding } });
    bytes += Number(answer.headers.get('content-length'));
  }
  return bytes;
}

export interface MeasureOptions {
  readonly token?: string | undefined;
  /** On a slow mobile connection. */
  readonly slowly?: boolean;
  readonly screen?: BrowserContextOptions;
}

/** Opens a page once, with nothing cached, and measures how it comes; on a phone unless `screen` says otherwise. */
export async function measurePage(
  browser: Browser,
  base: string,
  path: string,
  { token, slowly = false, screen = phone }: MeasureOptions = {},
): Promise<PageMeasures> {
  const localStorage = token === undefined ? [] : [{ name: 'authToken', value: token }];
  const context = await browser.newContext({
    ...screen,
    storageState: { cookies: [], origins: [{ origin: base, localStorage }] },
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    if (slowly) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', slow);
    }
    await page.goto(base + path);
    await atRest(page);
    const { heading, paint, shifts } = await page.evaluate<Observed>('pageMeasures');
    const scripts = await page.evaluate<Script[]>(fetchedScripts);
    return {
      firstScriptBytes: await weigh(
        scripts.filter(({ startTime }) => startTime < heading),
        'br',
      ),
      scriptBytes: await weigh(scripts, 'br'),
      gzipScriptBytes: await weigh(scripts, 'gzip'),
      largestPaintMs: paint,
      layoutShift: worstSession(shifts),
      shifted: shifts.map(({ what }) => what),
    };
  } finally {
    await context.close();
  }
}
