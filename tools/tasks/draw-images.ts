import { join } from 'node:path';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';
import { z } from 'zod';
import { launchBrowser } from '../testing/browser.ts';

/**
 * Draws the pictures that must be PNGs (icons of the installed site, the picture beside a shared link) from the site's
 * own drawings into web/public, where they are kept under version control: run it again when a drawing has changed.
 */
const web = join(import.meta.dirname, '../../web');
const paper = '#FBF8F3';
const sea = '#1F6F78';

type Drawing = FunctionComponent<{ className?: string }>;
const isDrawing = (value: unknown): value is Drawing => typeof value === 'function';

const vite = await createServer({
  root: web,
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true, ws: false },
});
async function draw(file: string, name: string): Promise<string> {
  const module = await vite.ssrLoadModule(`/src/components/illustrations/${file}`);
  const drawing = z.custom<Drawing>(isDrawing).parse(module[name]);
  return renderToStaticMarkup(createElement(drawing));
}
const sign = await draw('brand-sign.tsx', 'BrandSign');
const scene = await draw('hero-scene.tsx', 'HeroScene');
await vite.close();

const page = (body: string, style: string) =>
  `<!doctype html><style>*{margin:0;box-sizing:border-box}body{overflow:hidden}svg{display:block}${style}</style>${body}`;

/** The sign on the sea; `share` of the width is the sign's. Masks may cut a fifth off on every side. */
const icon = (share: number, radius = '0') =>
  page(
    `<main>${sign}</main>`,
    `main{width:100vw;height:100vh;display:grid;place-items:center;background:${sea};color:${paper};border-radius:${radius}}
     svg{width:${share}vw}path{stroke-width:2.9}`,
  );

const linkPicture = page(
  `<main>${scene}<b>${sign}</b></main>`,
  `main{width:1200px;height:630px;position:relative;background:${paper}}main>svg{width:100%;height:100%}
   b{position:absolute;left:72px;top:64px;color:${sea}}b svg{width:150px}`,
);

const pictures = [
  { file: 'icon-180.png', width: 180, height: 180, html: icon(72) },
  { file: 'icon-192.png', width: 192, height: 192, html: icon(72, '23%') },
  { file: 'icon-512.png', width: 512, height: 512, html: icon(72, '23%') },
  { file: 'icon-maskable-512.png', width: 512, height: 512, html: icon(56) },
  { file: 'og.png', width: 1200, height: 630, html: linkPicture },
];

const browser = await launchBrowser();
try {
  for (const { file, width, height, html } of pictures) {
    const tab = await browser.newPage({ viewport: { width, height } });
    await tab.setContent(html);
    await tab.screenshot({ path: join(web, 'public', file), omitBackground: true });
    await tab.close();
    console.log(`web/public/${file}`);
  }
} finally {
  await browser.close();
}
