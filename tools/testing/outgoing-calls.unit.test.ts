import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Not the product: stand-ins and what starts everything here, measures, tests and their tools. */
const apart =
  /^(infra\/docker|tools\/(bench|testing|run|tasks|checks))\/|\.test\.tsx?$|\.fixture\.ts$|\/testing\//;

const sources = ['domain', 'services', 'projections', 'workers', 'infra', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !apart.test(file)),
);
const holding = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));

test('the product calls no address by itself, so none that someone sent it; Stripe’s and Brevo’s packages know theirs', () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(holding(/\bfetch\(|https?\.(get|request)\(|net\.connect\(|new WebSocket/)).toEqual([]);
  expect(
    holding(/from 'node:(https|net|dgram|tls)'/).filter((file) => file !== 'services/api/client-network.ts'),
  ).toEqual(['services/api/load-shedding/listeners.ts', 'services/api/plugins/errors.ts']);
  // These listen, or name a type.
  expect(holding(/import[^;]*\b(connect|createConnection)\b[^;]*from 'node:(net|tls)'/)).toEqual([]);
});

test('no answer of the product sends a browser elsewhere', () => {
  expect(holding(/\.redirect\(|['"]location['"]\s*[,:]/i)).toEqual([]);
});

test('secrets are compared in constant time or looked up by their hash, and no program is put together out of text', () => {
  expect(holding(/\bexec(Sync)?\(['"`]|\beval\(|new Function\(/)).toEqual([]);
  expect(holding(/timingSafeEqual/)).toEqual(['infra/crypto/timing-safe-equal.ts']);
});
