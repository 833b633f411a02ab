import { describe, expect, it } from 'vitest';
import type { LogEvent } from './log-event.ts';
import { RecentMap } from './recent-map.ts';
import { Tail } from './tail.ts';

function event(position: number, stream: string, revision: number, size = 0): LogEvent {
  return {
    position,
    revision,
    stream,
    type: 't',
    id: `${position}`,
    isJson: false,
    createdMicros: position,
    customMetadata: Buffer.alloc(0),
    data: Buffer.alloc(size),
  };
}

const positions = (events: readonly LogEvent[] | undefined) => events?.map((each) => each.position);

describe('Tail', () => {
  it('returns events only when all that were requested are cached', () => {
    const tail = new Tail(100);
    tail.add([event(110, 'a', 5), event(120, 'b', 0), event(130, 'a', 6)]);
    expect(positions(tail.readAfter(100, 10))).toEqual([110, 120, 130]);
    expect(positions(tail.readAfter(115, 1))).toEqual([120]);
    expect(positions(tail.readAfter(130, 10))).toEqual([]);
    expect(tail.readAfter(99, 10)).toBeUndefined();
    expect(positions(tail.readBefore(130, 2))).toEqual([120, 110]);
    expect(tail.readBefore(130, 3)).toBeUndefined();
    expect(positions(tail.readStream('a', 5, 6))).toEqual([110, 130]);
    expect(tail.readStream('a', 4, 6)).toBeUndefined();
    expect(tail.readStream('c', 0, 0)).toBeUndefined();
  });

  it('drops the oldest events above its limits of number and bytes, and no longer returns them', () => {
    const tail = new Tail(0);
    tail.add(Array.from({ length: 20_000 }, (_, i) => event(i + 1, 'a', i)));
    expect(tail.readAfter(1, 10)).toBeUndefined();
    expect(positions(tail.readAfter(19_999, 10))).toEqual([20_000]);
    expect(tail.readStream('a', 19_998, 19_999)).toHaveLength(2);
    expect(tail.readStream('a', 0, 19_999)).toBeUndefined();
    tail.add(Array.from({ length: 20 }, (_, i) => event(30_000 + i, 'b', i, 1024 * 1024)));
    expect(tail.readAfter(20_000, 100)).toBeUndefined();
    expect(tail.readAfter(30_015, 100)).toHaveLength(4);
  });
});

it('RecentMap keeps recently used entries and drops others', () => {
  const map = new RecentMap<number>(10);
  for (let i = 0; i < 100; i++) {
    map.set(`k${i}`, i);
    expect(map.get('k0')).toBe(0);
  }
  expect(map.get('k50')).toBeUndefined();
  expect(map.get('k99')).toBe(99);
});
