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

it('parses the same events wherever the stream is cut into chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (cuts) => {
      const offsets = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
      const parse = createSseParser();
      const parsed = offsets.slice(1).flatMap((offset, index) => parse(stream.slice(offsets[index], offset)));
      expect(parsed).toEqual(events);
    }),
  );
});

it('returns no event until it is complete', () => {
  const parse = createSseParser();
  expect(parse('event: change\ndata: {}\n')).toEqual([]);
  expect(parse('\n')).toEqual([{ name: 'change', data: '{}' }]);
});
