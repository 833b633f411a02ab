import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Not part of the product: stand-ins, tools, benchmarks and tests. */
const excluded =
  /^(infra\/docker|tools\/(bench|testing|run|tasks|checks))\/|\.test\.tsx?$|\.fixture\.ts$|\/testing\//;

const sources = ['domain', 'services', 'projections', 'workers', 'infra', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !excluded.test(file)),
);
const listFilesWith = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));

test('product code opens no connection itself; only for Stripe, Brevo and the known push services', () => {
  expect(sources.length).toBeGreaterThan(200);
  // The package of Brevo calls it, so that it follows no redirect. Push endpoints are resolved by push-endpoint.ts.
  expect(listFilesWith(/\bfetch\(|https?\.(get|request)\(|net\.connect\(|new WebSocket/)).toEqual([
    'infra/mail/brevo-sdk.ts',
    'infra/push/push.ts',
  ]);
  expect(
    listFilesWith(/from 'node:(https|net|dgram|tls)'/).filter(
      (file) => file !== 'services/api/client-network.ts',
    ),
  ).toEqual([
    'services/api/load-shedding/listeners.ts',
    'services/api/plugins/errors.ts',
    'infra/queue/redis-connection.ts',
  ]);
  // These files only listen, import a type, or check an address (`isIP`).
  expect(listFilesWith(/import[^;]*\b(connect|createConnection)\b[^;]*from 'node:(net|tls)'/)).toEqual([]);
});

test('no answer redirects a browser', () => {
  expect(listFilesWith(/\.redirect\(|['"]location['"]\s*[,:]/i)).toEqual([]);
});

test('secrets are compared in one place in constant time, and no code or command is built from text', () => {
  expect(listFilesWith(/\bexec(Sync)?\(['"`]|\beval\(|new Function\(/)).toEqual([]);
  expect(listFilesWith(/timingSafeEqual/)).toEqual(['infra/crypto/timing-safe-equal.ts']);
});
