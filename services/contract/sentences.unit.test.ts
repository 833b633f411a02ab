import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addMemberBody, classBody, substituteBody } from './admin-schedule.ts';
import { bookBody } from './bookings.ts';
import { describeIssue } from './describe-issue.ts';
import { createPaymentIntentBody } from './payments.ts';
import { settingBody } from './settings.ts';
import { isRaw, listFields, wrongValues } from './testing/wrong-fields.fixture.ts';
import { waitlistBody } from './waitlist.ts';

const files = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.ts') && !name.includes('.test.'),
);

/** The schemas of what a caller sends, by the ends of their names: those of answers and of their parts have others. */
const isInput = (name: string): boolean => /(Body|Query|Params|Form|Text|Token)$/.test(name);

const modules = await Promise.all(
  files.map(
    async (name): Promise<readonly [string, Record<string, unknown>]> => [
      name,
      await import(/* @vite-ignore */ new URL(name, import.meta.url).href),
    ],
  ),
);
const schemas = modules.flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, schema]): [string, z.ZodType][] =>
    isInput(name) && schema instanceof z.ZodType ? [[`${file} ${name}`, schema]] : [],
  ),
);

const shorten = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 12) : value);

/** The messages of a request, as the API parses it. */
const readMessages = (schema: z.ZodType, input: unknown): string[] =>
  schema.safeParse(input, { error: describeIssue }).error?.issues.map(({ message }) => message) ?? [];

it('covers the schemas of the contract', () => {
  expect(schemas.length).toBeGreaterThan(55);
  expect(schemas.flatMap(([, schema]) => listFields(schema)).length).toBeGreaterThan(150);
});

describe.each(schemas)('%s', (_name, schema) => {
  it('has a sentence for a person for each field that is missing, of a wrong type or out of range', () => {
    const problems = [undefined, null, [], 'text', 42, ...wrongValues].flatMap((input) =>
      readMessages(schema, input).map((message) => ({ path: '', input: shorten(input), message })),
    );
    for (const { path, wrap } of listFields(schema)) {
      for (const value of wrongValues)
        problems.push(
          ...readMessages(schema, wrap(value)).map((message) => ({ path, input: shorten(value), message })),
        );
    }
    expect(problems.filter(({ message }) => isRaw(message))).toEqual([]);
  });

  // A form checks what is typed by the schema alone.
  it('has a sentence of its own for each text that is too short, too long or not in form', () => {
    const problems = listFields(schema).flatMap(({ path, wrap }) =>
      ['', 'x', 'x'.repeat(5_000)].flatMap((text) => {
        const { issues = [] } = schema.safeParse(wrap(text)).error ?? {};
        return issues
          .filter((issue) => issue.path.join('.') === path && issue.code !== 'invalid_type')
          .map(({ code, message }) => ({ path, text: shorten(text), code, message }));
      }),
    );
    const unnamed = problems.filter(({ code }) => code !== 'invalid_union' && code !== 'invalid_value');
    expect(unnamed.filter(({ message }) => isRaw(message))).toEqual([]);
  });
});

const member = { userId: 'm-1' };
const wantedClass = { name: 'beginner', date: '2026-12-01', time: '09:00' };
const key = 'membership_availability';

describe('the sentences of spec 001 section 5', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['Class ID is required', bookBody, {}],
    ['Class ID is required', bookBody, { classId: 0 }],
    ['Class ID is required', bookBody, { classId: 'one' }],
    ['Class ID is required', waitlistBody, {}],
    ['Class ID is required', addMemberBody, member],
    ['User ID is required', addMemberBody, { classId: 1 }],
    ['User ID is required', addMemberBody, { classId: 1, userId: '' }],
    ['Pass ID is required', createPaymentIntentBody, { passId: -1 }],
    ['Please select an instructor', classBody, wantedClass],
    ['Please select an instructor', classBody, { ...wantedClass, instructorId: 0 }],
    ['Please select an instructor', substituteBody, { instructorId: null }],
    ['Setting key is required', settingBody, {}],
    ['Setting key is required', settingBody, { key: '', value: 'open' }],
    ['There is no such setting', settingBody, { key: 'colour', value: 'blue' }],
    ['Setting value is required', settingBody, { key }],
    ['Setting value is required', settingBody, { key, value: '' }],
    ['Setting value is required', settingBody, { key: 'special_offer_days', value: ' ' }],
    ['Memberships are open or closed', settingBody, { key, value: 'ajar' }],
  ])('%s', (sentence, schema, input) => {
    expect(readMessages(schema, input)).toEqual([sentence]);
  });
});

it('would find a sentence of zod', () => {
  const raw = bookBody.safeParse({}).error?.issues.map(({ message }) => isRaw(message));
  expect(raw).toEqual([true]);
});
