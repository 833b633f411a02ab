import { z } from 'zod';
import { invalidRequest, type StripeApiError } from './api-error.ts';
import type { FormFields } from './parse-form.ts';

export const Integer = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);
export const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const Metadata = z.union([z.record(z.string(), z.string()), z.literal('').transform(() => ({}))]);
const CreatedRange = z.strictObject({
  gt: Integer.optional(),
  gte: Integer.optional(),
  lt: Integer.optional(),
  lte: Integer.optional(),
});
/** Parameters that every call accepts. */
export const Expandable = { expand: z.array(z.string()).optional() };
/** Parameters that every list accepts. */
export const Pageable = {
  ...Expandable,
  limit: Integer.pipe(z.number().min(1).max(100)).optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: z.union([CreatedRange, Integer.transform((at) => ({ gte: at, lte: at }))]).optional(),
};

const AnyPage = z.object(Pageable);
export type Page = z.infer<typeof AnyPage>;

function toParamName(path: PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ''}${rest.map((part) => `[${part}]`).join('')}`;
}

function readPath(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

function toStripeError(issue: z.core.$ZodIssue, input: unknown): StripeApiError {
  if (issue.code === 'unrecognized_keys') {
    const param = toParamName([...issue.path, ...issue.keys.slice(0, 1)]);
    return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = toParamName(issue.path);
  const value = readPath(input, issue.path);
  if (value === undefined)
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  if (issue.code === 'invalid_format') {
    return invalidRequest(`Invalid integer: ${String(value)}`, { code: 'parameter_invalid_integer', param });
  }
  return invalidRequest(`Invalid ${param}`, { param });
}

/** Validates the fields of a request. @throws StripeApiError in Stripe's words, for the first invalid field */
export function readInput<S extends z.ZodType>(schema: S, input: FormFields): z.infer<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined) throw invalidRequest('Invalid request');
  throw toStripeError(issue, input);
}
