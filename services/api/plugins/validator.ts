import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { InvalidInput } from '#domain/refusal.ts';
import { describeIssue } from '#services/contract/describe-issue.ts';

/**
 * Parses the body, query and path of a request by the schemas of its route. Each field has at most one issue, its first, in a
 * sentence for a person.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const result = schema.safeParse(data, { error: describeIssue });
    if (result.success) return { value: result.data };
    const messages = new Map<string, string>();
    for (const { path, message } of result.error.issues) {
      const field = path.join('.');
      if (!messages.has(field)) messages.set(field, message);
    }
    return { error: new InvalidInput([...messages].map(([path, message]) => ({ path, message }))) };
  };
