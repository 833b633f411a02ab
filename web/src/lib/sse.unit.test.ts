import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSseParser } from './sse.ts';

const stream =
  ': hello\n\nevent: change\ndata: {"topics":["classes"]}\n\n:\n\ndata: one\r\ndata: two\r\n\r\nevent: change\nid: 7\ndata:x\n\n';
const events = [
  { name: 'change', data: '{"topics":["classes"]}' },
  { name: 'message', data: 'one\ntwo' },
  { name: 'change', data: 'x' },
];

it('reads the same events however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
      const read = createSseParser();
      const got = places.slice(1).flatMap((place, index) => read(stream.slice(places[index], place)));
      expect(got).toEqual(events);
    }),
  );
});

it('holds back an event that is not complete', () => {
  const read = createSseParser();
  expect(read('event: change\ndata: {}\n')).toEqual([]);
  expect(read('\n')).toEqual([{ name: 'change', data: '{}' }]);
});
