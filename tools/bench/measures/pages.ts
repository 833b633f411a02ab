import { buildWeb } from '#tools/run/build-web.ts';
import { launchBrowser } from '#tools/testing/browser.ts';
import { createDataDirectory, removeDataDirectory } from '#tools/testing/data-directory.ts';
import { measurePage, type PageMeasures } from '#tools/testing/page-measures.ts';
import { startStudioProcess } from '#tools/testing/studio-process.ts';
import { type Figure, median } from '../measure.ts';

const visits = 3;
const goals = { scriptKb: 120, largestPaintMs: 2500, layoutShift: 0.1 };
const pages = [
  { name: 'home', path: '/' },
  { name: 'booking', path: '/book-classes' },
];

function createFigures(name: string, seen: readonly PageMeasures[]): Figure[] {
  const middle = (read: (measures: PageMeasures) => number) => median(seen.map(read));
  const first = middle((each) => each.firstScriptBytes) / 1000;
  const all = middle((each) => each.scriptBytes) / 1000;
  const gzip = middle((each) => each.gzipScriptBytes) / 1000;
  const paint = middle((each) => each.largestPaintMs);
  const shift = middle((each) => each.layoutShift);
  return [
    {
      name: `(h) ${name}: script fetched without an interaction, brotli`,
      measured: `${all.toFixed(1)} kB (${first.toFixed(1)} kB until its heading is painted; ${gzip.toFixed(1)} kB in gzip)`,
      goal: `≤ ${goals.scriptKb} kB`,
      met: all <= goals.scriptKb,
    },
    {
      name: `(h) ${name}: largest contentful paint, phone, 1.6 Mbit/s and 150 ms away`,
      measured: `${Math.round(paint)} ms`,
      goal: `≤ ${goals.largestPaintMs} ms`,
      met: paint <= goals.largestPaintMs,
    },
    {
      name: `(h) ${name}: cumulative layout shift`,
      measured: shift.toFixed(4),
      goal: `≤ ${goals.layoutShift}`,
      met: shift <= goals.layoutShift,
    },
  ];
}

/** (h) Measures the built site on a phone with a slow connection: medians of a few first visits. */
export async function measurePages(): Promise<Figure[]> {
  buildWeb();
  const dataDir = await createDataDirectory('bench-pages');
  const studio = await startStudioProcess(dataDir);
  try {
    const browser = await launchBrowser();
    try {
      const all: Figure[] = [];
      for (const { name, path } of pages) {
        const seen: PageMeasures[] = [];
        for (let visit = 0; visit < visits; visit += 1)
          seen.push(await measurePage(browser, studio.base, path, { isSlow: true }));
        all.push(...createFigures(name, seen));
      }
      return all;
    } finally {
      await browser.close();
    }
  } finally {
    await studio.stop();
    await removeDataDirectory(dataDir);
  }
}
