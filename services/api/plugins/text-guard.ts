import type { FastifyInstance } from 'fastify';
import { InvalidInput } from '#domain/refusal.ts';

/** Postgres keeps neither a null character nor half of a surrogate pair, so no such text may get as far as an event. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

/**
 * The path of the first text that could not be stored, or null. A loop, since a body may be nested more deeply than the
 * stack is high.
 */
function findUnstorable(input: unknown): string | null {
  if (input === undefined) return null;
  const left: { value: unknown; path: string }[] = [{ value: input, path: '' }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) return path;
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return path;
      // Strings and what holds more; of the path only as much as helps a person.
      if (typeof inner === 'string' || typeof inner === 'object') {
        left.push({ value: inner, path: path.length > 200 ? path : path === '' ? key : `${path}.${key}` });
      }
    }
  }
  return null;
}

/** Refuses, on every route and before its own rules, text that could not be stored. */
export function registerTextGuard(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body, params, query }, _reply, done) => {
    const path = findUnstorable(params) ?? findUnstorable(query) ?? findUnstorable(body);
    if (path === null) done();
    else
      done(
        new InvalidInput([{ path, message: 'This holds a character that can’t be kept. Please retype it.' }]),
      );
  });
}
