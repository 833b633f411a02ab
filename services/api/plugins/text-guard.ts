import type { FastifyInstance } from 'fastify';
import { InvalidInput } from '#domain/refusal.ts';

/** Postgres stores neither null characters nor lone surrogates, so no event may contain them. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

/** Its status is for handlers of errors that do not know the studio's, such as that of the page of jobs. */
class UnstorableText extends InvalidInput {
  readonly statusCode = 400;
}

/** The path of a text that cannot be stored, or null. A loop, since a body may be nested too deeply for recursion. */
function findUnstorable(input: unknown): string | null {
  if (input === undefined) return null;
  const pending: { value: unknown; path: string }[] = [{ value: input, path: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) return path;
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return path;
      // The path is for a person to read, so it grows only up to 200 characters.
      if (typeof inner === 'string' || typeof inner === 'object') {
        pending.push({ value: inner, path: path.length > 200 ? path : path === '' ? key : `${path}.${key}` });
      }
    }
  }
  return null;
}

/** Rejects text that cannot be stored, on every route and before the route's own schema. */
export function registerTextGuard(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body, params, query }, _reply, done) => {
    const path = findUnstorable(params) ?? findUnstorable(query) ?? findUnstorable(body);
    if (path === null) done();
    else
      done(
        new UnstorableText([
          { path, message: 'This holds a character that can’t be kept. Please retype it.' },
        ]),
      );
  });
}
