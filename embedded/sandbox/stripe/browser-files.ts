import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

/** In the order in which they need each other; joined, they are one classic script like Stripe's own. */
const PARTS = [
  'api',
  'card-number',
  'card-form',
  'challenge',
  'element',
  'express-checkout',
  'elements',
  'stripe',
];

async function part(name: string): Promise<string> {
  return readFile(new URL(`./browser/${name}`, import.meta.url), 'utf8');
}

/** The parts are ES modules for the tools' sake; what ties them together falls away when they share one scope. */
function withoutModules(source: string): string {
  return source.replace(/^import [\s\S]*?;\n/gm, '').replace(/^export /gm, '');
}

/** Serves `stripe.js`, which stands in for https://js.stripe.com, and its style sheet. */
export async function browserFiles(app: FastifyInstance): Promise<void> {
  const sources = await Promise.all(PARTS.map((name) => part(`${name}.js`)));
  const script = `(() => {\n'use strict';\n${sources.map(withoutModules).join('\n')}\n})();\n`;
  const style = await part('stripe.css');

  app.get('/stripe.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  );
  app.get('/stripe.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  );
}
