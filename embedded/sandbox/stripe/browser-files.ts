import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

/** In dependency order. Joined, they are one classic script like Stripe's own. */
const PARTS = [
  'api',
  'card-number',
  'card-field',
  'card-form',
  'challenge',
  'confirm-intent',
  'element',
  'express-checkout',
  'elements',
  'stripe',
];

async function readPart(name: string): Promise<string> {
  return readFile(new URL(`./browser/${name}`, import.meta.url), 'utf8');
}

/** Removes imports and exports. The parts are ES modules for the linter only; joined, they share one scope. */
function stripModuleSyntax(source: string): string {
  return source.replace(/^import [\s\S]*?;\n/gm, '').replace(/^export /gm, '');
}

/** Serves `stripe.js`, the stand-in for https://js.stripe.com, and its style sheet. */
export async function registerBrowserFiles(app: FastifyInstance): Promise<void> {
  const sources = await Promise.all(PARTS.map((name) => readPart(`${name}.js`)));
  const script = `(() => {\n'use strict';\n${sources.map(stripModuleSyntax).join('\n')}\n})();\n`;
  const style = await readPart('stripe.css');

  app.get('/stripe.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  );
  app.get('/stripe.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  );
}
