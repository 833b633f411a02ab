import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { unpackChromium } from './chromium-home.ts';

type Program = { file: string; env: Record<string, string> };

/**
 * Launches a headless Chromium: that of CHROME_PATH, else the one from npm (Linux on x64), else a Chrome or Chromium of the
 * machine. Throws when none runs.
 */
export async function launchBrowser(): Promise<Browser> {
  const { file, env } = await findBrowser();
  return chromium.launch({
    executablePath: file,
    env: { ...getEnvironment(), ...env },
    // Root in a container has neither a sandbox nor much shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-gpu'],
  });
}

async function findBrowser(): Promise<Program> {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) return { file: CHROME_PATH, env: {} };
  const found = (await findPackagedBrowser()) ?? findInstalledBrowser();
  if (found === undefined) {
    throw new Error('No browser for the tests: install Chrome or Chromium, or set CHROME_PATH.');
  }
  return found;
}

/** The packaged browser needs a few system libraries, and contains them for a machine without them. */
async function findPackagedBrowser(): Promise<Program | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const home = await unpackChromium();
  const file = join(home, 'chromium');
  const env = { FONTCONFIG_FILE: join(home, 'fonts.conf') };
  const ownLibraries = { ...env, LD_LIBRARY_PATH: join(home, 'al2023/lib') };
  return [env, ownLibraries].map((each) => ({ file, env: each })).find(canRun);
}

function canRun({ file, env }: Program): boolean {
  return spawnSync(file, ['--version'], { env: { ...process.env, ...env } }).status === 0;
}

function findInstalledBrowser(): Program | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
  const candidates = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  const file = candidates.find((candidate) => existsSync(candidate));
  return file === undefined ? undefined : { file, env: {} };
}

function getEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
