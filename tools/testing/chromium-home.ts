import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');

/**
 * Unpacks the browser of `@sparticuz/chromium` once into `.cache/` and returns the directory. The package itself would unpack into
 * the system's temporary directory, and would use the rest of an interrupted unpacking.
 */
export async function unpackChromium(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  );
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const home = join(root, '.cache', `chromium-${version}`);
  if (existsSync(home)) return home;
  await mkdir(join(root, '.cache'), { recursive: true });
  const draft = await mkdtemp(join(root, '.cache/chromium-draft-'));
  try {
    unpackInto(draft);
    // The package's own font settings point to the system's temporary directory.
    await writeFile(join(draft, 'fonts.conf'), createFontSettings(join(home, 'fonts')));
    await rename(draft, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return home;
}

/** Runs in a process of its own, because the package unpacks into TMPDIR. */
function unpackInto(directory: string): void {
  const program = `
    import chromium, { inflate } from '@sparticuz/chromium';
    await chromium.executablePath();
    await inflate('node_modules/@sparticuz/chromium/bin/al2023.tar.br');
  `;
  const unpacking = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...process.env, TMPDIR: directory },
    encoding: 'utf8',
  });
  if (unpacking.status !== 0) throw new Error(`The browser could not be unpacked: ${unpacking.stderr}`);
}

function createFontSettings(directory: string): string {
  const folders = [directory, '/usr/share/fonts', '/usr/local/share/fonts'];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join('\n')}
  <cachedir>${directory}-cache</cachedir>
</fontconfig>
`;
}
