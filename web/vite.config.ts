import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import subsetFont from 'subset-font';
import { defineConfig, type Plugin } from 'vite';

const fonts = join(import.meta.dirname, '../.cache/fonts');
const westernLetters = Array.from({ length: 0x100 - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
const text = `${westernLetters.join('')}–—‘’“”•…€ŒœŠšŽžŸ−→·`;

/** Writes a font for fonts.css with the letters of Western Europe and the weights that the site uses, about half of it. */
async function writeFont(
  name: string,
  source: string,
  wght: number | { min: number; max: number },
): Promise<void> {
  const whole = readFileSync(fileURLToPath(source));
  mkdirSync(fonts, { recursive: true });
  const font = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght } });
  writeFileSync(join(fonts, `${name}.woff2`), font);
}
await writeFont(
  'fraunces',
  import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2'),
  430,
);
await writeFont(
  'figtree',
  import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
  { min: 400, max: 600 },
);

/** Preloads the two fonts, which the browser would otherwise find only in the style sheet. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head-prepend',
        })),
  },
});

/** Gives Sonner's style element the page's nonce, because the content security policy blocks any other. */
const addNonceToSonner = (): Plugin => ({
  name: 'add-nonce-to-sonner',
  transform(code, id) {
    if (!/sonner\/dist\/index\.mjs/.test(id)) return null;
    const create = "document.createElement('style')";
    if (!code.includes(create)) this.error('sonner creates its style element in another way');
    return code.replace(create, `Object.assign(${create}, { nonce: globalThis.__webpack_nonce__ })`);
  },
});

/** Writes a .br and a .gz beside each script, style sheet and SVG, so that the server compresses nothing. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue;
        const source = file.type === 'chunk' ? file.code : file.source;
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(source) });
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) });
      }
    },
  },
});

/** The pages that open offline, in the site's frame or the staff's. */
const offlinePages = [
  'app/staff-pages',
  'ui/toast-viewport',
  'home/home-page',
  'my-classes/my-classes-page',
  'my-passes/my-passes-page',
  'instructor/instructor-page',
];

/** Writes the service worker with the list of the files that a browser needs offline. */
const addServiceWorker = (): Plugin => ({
  name: 'add-service-worker',
  apply: 'build',
  generateBundle(_options, bundle) {
    const files = new Set<string>();
    const add = (fileName: string) => {
      if (files.has(fileName)) return;
      files.add(fileName);
      const file = bundle[fileName];
      if (file?.type === 'chunk') for (const imported of file.imports) add(imported);
    };
    for (const file of Object.values(bundle)) {
      const isPage =
        file.type === 'chunk' &&
        (file.isEntry || offlinePages.some((page) => file.facadeModuleId?.endsWith(`/${page}.tsx`)));
      // With the dialogs that it opens; what the entry opens are all pages.
      if (isPage && !file.isEntry && !file.facadeModuleId?.endsWith('/staff-pages.tsx'))
        file.dynamicImports.forEach(add);
      if (isPage || /\.(css|woff2)$/.test(file.fileName)) add(file.fileName);
    }
    const list = [...files].sort().map((file) => `/${file}`);
    const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
    this.emitFile({
      type: 'asset',
      fileName: 'service-worker.js',
      source: `const files = ${JSON.stringify(list)};\n${source}`,
    });
  },
});

/** Whether a script is a page that visitors and members open, or what such a page loads after its first paint. */
const isPageOfMembers = (file: string): boolean =>
  /-(page|sections)-/.test(file) &&
  !/(admin|audit|instructor|staff|cancelled|email|success|policy|terms)-/.test(file);

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), tailwindcss(), preloadFonts(), addNonceToSonner(), addServiceWorker(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The server preloads the scripts of a page with it.
    manifest: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // These lists of files are part of the first script of every page. Staff and dialogs do without theirs.
      resolveDependencies: (file, dependencies, { hostType }) =>
        hostType === 'html' || isPageOfMembers(file)
          ? dependencies
          : dependencies.filter((dependency) => dependency.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A chunk of their own stays in the browser's cache over releases of the product.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|swr)\//,
            },
            // Few large chunks compress better than many small ones: one for what every page loads, one for what many do.
            { name: 'site', tags: ['$initial'] },
            {
              name: 'common',
              test: /domain\/rules\/wording|web\/src\/(lib|components\/ui)\/(?!dialog|checkbox|field|input|textarea|control-classes|(date|email|password)-|use-idempotent-post|use-request-key)|lucide-react/,
              minShareCount: 14,
            },
            // Of forms, which open on a press.
            {
              name: 'fields',
              test: /web\/src\/(components\/ui\/(checkbox|field|input|textarea|control-classes|(date|email|password)-)|lib\/(field-errors|use-idempotent-post|use-request-key|saved-cards)|features\/(account\/api\/use-profile|auth\/contact-fields))/,
              minShareCount: 2,
            },
            // Small scripts of the timetable and the passes that several pages share: each file of its own would cost its headers.
            {
              name: 'shared',
              test: /web\/src\/(features\/(membership|passes|timetable|waitlist)\/(api\/use-|class-card-state|class-link|describe-deadline|membership-(offer|state)|use-(book|waitlist-change|open)|wanted|bookable)|features\/(waitlist\/waitlist-text|checkout\/own-reservations|membership\/api\/refresh-membership|auth\/use-pending-action|passes\/passes-on-sale|booking\/(week-navigator|day-picker))|components\/(ui\/(tooltip|seat-dots)|illustrations\/studio-photo)|lib\/(period-words|use-after-paint))|services\/contract\/lost-pass|lucide-react\/.*\/(bell-ring|clock-3)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:3000', '/sandbox': 'http://127.0.0.1:3000' },
  },
});
