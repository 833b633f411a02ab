import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WireFormatError, WireReader } from './wire-reader.ts';

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

const edges = [0n, 127n, 128n, 2n ** 49n - 1n, 2n ** 49n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 64n - 1n];

test('reads 64-bit numbers exactly', () => {
  for (const value of edges) expect(new WireReader(Buffer.from(varint(value))).uint64()).toBe(value);
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (value) => {
      expect(new WireReader(Buffer.from(varint(value))).uint64()).toBe(value);
    }),
  );
});

test('reads an inner message to its end only', () => {
  // Field 1: a message that holds field 2 = "ab"; then field 3 = 7.
  const outer = new WireReader(Buffer.from([10, 4, 18, 2, 97, 98, 24, 7]));
  expect(outer.tag()).toBe(10);
  const inner = outer.message();
  expect(inner.tag()).toBe(18);
  expect(inner.text()).toBe('ab');
  expect(inner.done).toBe(true);
  expect(() => inner.tag()).toThrow(WireFormatError);
  expect([outer.tag(), outer.uint(), outer.done]).toEqual([24, 7, true]);
});

test('rejects an inner value that is longer than its message, though bytes follow', () => {
  const outer = new WireReader(Buffer.from([10, 2, 18, 2, 97, 98]));
  outer.tag();
  const inner = outer.message();
  inner.tag();
  expect(() => inner.text()).toThrow(WireFormatError);
  expect(() => new WireReader(Buffer.from([0x80])).uint64()).toThrow(WireFormatError);
});
