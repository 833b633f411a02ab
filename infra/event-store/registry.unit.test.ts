import { describe, expect, test } from 'vitest';
import { assertRegistry, UnknownEvent, upcast } from './registry.ts';

const definition = {
  version: 3,
  upcasters: {
    1: (data: Record<string, unknown>) => ({ ...data, two: true }),
    2: ({ old, ...data }: Record<string, unknown>) => ({ ...data, renamed: old }),
  },
};

describe('upcast', () => {
  test('applies the upcaster of every version in between', () => {
    expect(upcast('Thing', definition, 1, { old: 1 })).toEqual({ renamed: 1, two: true });
    expect(upcast('Thing', definition, 2, { old: 1 })).toEqual({ renamed: 1 });
    expect(upcast('Thing', definition, 3, { renamed: 1 })).toEqual({ renamed: 1 });
  });

  test('throws on a version that is too new', () => {
    expect(() => upcast('Thing', definition, 4, {})).toThrow(UnknownEvent);
  });
});

describe('assertRegistry', () => {
  test('accepts complete chains of upcasters', () => {
    expect(() => assertRegistry({ Thing: definition, Other: { version: 1, personal: true } })).not.toThrow();
  });

  test.each([
    [
      'a missing upcaster',
      { Thing: { version: 3, upcasters: { 1: (data: Record<string, unknown>) => data } } },
    ],
    ['a superfluous upcaster', { Thing: { ...definition, version: 2 } }],
    ['version 0', { Thing: { version: 0 } }],
    ['a fractional version', { Thing: { version: 1.5 } }],
    ['a system type', { $thing: { version: 1 } }],
  ])('rejects %s', (_, registry) => {
    expect(() => assertRegistry(registry)).toThrow(/version|name/);
  });
});
