import { join } from 'node:path';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';
import { z } from 'zod';
import { launchBrowser } from '../testing/browser.ts';

/**
 * Renders the PNG images (icons of the installed site, the image of a shared link) from the site's SVG drawings into web/public.
 * They are under version control: run it again after a change of a drawing.
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

const createPage = (body: string, style: string) =>
  `<!doctype html><style>*{margin:0;box-sizing:border-box}body{overflow:hidden}svg{display:block}${style}</style>${body}`;

/** Renders the sign on the brand colour at `share` percent of the width. Masks may cut a fifth off every side. */
const renderIcon = (share: number, radius = '0') =>
  createPage(
    `<main>${sign}</main>`,
    `main{width:100vw;height:100vh;display:grid;place-items:center;background:${sea};color:${paper};border-radius:${radius}}
     svg{width:${share}vw}path{stroke-width:2.9}`,
  );

const linkImage = createPage(
  `<main>${scene}<b>${sign}</b></main>`,
  `main{width:1200px;height:630px;position:relative;background:${paper}}main>svg{width:100%;height:100%}
   b{position:absolute;left:72px;top:64px;color:${sea}}b svg{width:150px}`,
);

const images = [
  { file: 'icon-180.png', width: 180, height: 180, html: renderIcon(72) },
  { file: 'icon-192.png', width: 192, height: 192, html: renderIcon(72, '23%') },
  { file: 'icon-512.png', width: 512, height: 512, html: renderIcon(72, '23%') },
  { file: 'icon-maskable-512.png', width: 512, height: 512, html: renderIcon(56) },
  { file: 'og.png', width: 1200, height: 630, html: linkImage },
];

const browser = await launchBrowser();
try {
  for (const { file, width, height, html } of images) {
    const tab = await browser.newPage({ viewport: { width, height } });
    await tab.setContent(html);
    await tab.screenshot({ path: join(web, 'public', file), omitBackground: true });
    await tab.close();
    console.log(`web/public/${file}`);
  }
} finally {
  await browser.close();
}
