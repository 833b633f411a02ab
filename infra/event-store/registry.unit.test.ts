import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readGoldenEvents } from './golden.ts';
import { assertRegistry, UnknownEvent, upcast } from './registry.ts';

const definition = {
  version: 3,
  upcasters: {
    1: (data: Record<string, unknown>) => ({ ...data, two: true }),
    2: ({ old, ...data }: Record<string, unknown>) => ({ ...data, renamed: old }),
  },
};

describe('upcasting', () => {
  test('goes through every version on the way', () => {
    expect(upcast('Thing', definition, 1, { old: 1 })).toEqual({ renamed: 1, two: true });
    expect(upcast('Thing', definition, 2, { old: 1 })).toEqual({ renamed: 1 });
    expect(upcast('Thing', definition, 3, { renamed: 1 })).toEqual({ renamed: 1 });
  });

  test('stops at a version of the future', () => {
    expect(() => upcast('Thing', definition, 4, {})).toThrow(UnknownEvent);
  });
});

describe('a registry', () => {
  test('with complete chains is right', () => {
    expect(() => assertRegistry({ Thing: definition, Other: { version: 1, personal: true } })).not.toThrow();
  });

  test.each([
    [
      'a missing upcaster',
      { Thing: { version: 3, upcasters: { 1: (data: Record<string, unknown>) => data } } },
    ],
    ['an upcaster too many', { Thing: { ...definition, version: 2 } }],
    ['no version', { Thing: { version: 0 } }],
    ['half a version', { Thing: { version: 1.5 } }],
    ['a system type', { $thing: { version: 1 } }],
  ])('with %s is refused', (_, registry) => {
    expect(() => assertRegistry(registry)).toThrow(/version|name/);
  });
});

describe('golden fixtures', () => {
  function folderOf(files: Record<string, object>): string {
    const folder = mkdtempSync(join(tmpdir(), 'tideline-golden-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [name, data] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(data));
    return folder;
  }
  const all = { 'Thing.v1.json': { old: 1 }, 'Thing.v2.json': { old: 2 }, 'Thing.v3.json': { renamed: 3 } };

  test('are read and brought to the current version', () => {
    expect(readGoldenEvents(folderOf(all), { Thing: definition })).toEqual([
      { type: 'Thing', version: 1, stored: { old: 1 }, current: { renamed: 1, two: true } },
      { type: 'Thing', version: 2, stored: { old: 2 }, current: { renamed: 2 } },
      { type: 'Thing', version: 3, stored: { renamed: 3 }, current: { renamed: 3 } },
    ]);
  });

  test('must be there for every version, and none for nothing', () => {
    const { 'Thing.v2.json': _, ...without } = all;
    expect(() => readGoldenEvents(folderOf(without), { Thing: definition })).toThrow(
      'missing: Thing.v2.json',
    );
    expect(() => readGoldenEvents(folderOf({ ...all, 'Gone.v1.json': {} }), { Thing: definition })).toThrow(
      'Gone.v1.json',
    );
  });
});
