import { z } from 'zod';

/** Values of every kind; few fields accept more than one or two of them. */
export const wrongValues: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'no',
  'x'.repeat(5_000),
  '2026-02-30',
  -1,
  0,
  1.5,
  2 ** 53,
  1e300,
  Number.NaN,
  true,
  [],
  {},
];

type Wrap = (value: unknown) => unknown;

/** A field of a schema, and how to make a request in which only this field is set. */
interface SchemaField {
  readonly path: string;
  readonly wrap: Wrap;
}

const unwrap = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  return schema;
};

/** Every field of a schema, also those of nested objects and of the alternatives of a union. */
export function listFields(schema: z.core.$ZodType, path = '', wrap: Wrap = (value) => value): SchemaField[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => listFields(option, path, wrap));
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape).flatMap(([key, field]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const wrapField: Wrap = (value) => wrap({ [key]: value });
    return [{ path: at, wrap: wrapField }, ...listFields(field, at, wrapField)];
  });
}

/** Words that only zod's own messages have, a field's key in the spelling of the code, and no sentence at all. */
const raw =
  /^(Invalid|Too (small|big)|Unrecognized)|: expected |, received |undefined|\bnull\b|NaN|\[object|must match|safe integer|[a-z][A-Z]|_|^$|^[a-z]/;

export const isRaw = (message: string): boolean => raw.test(message);
