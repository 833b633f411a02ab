import { expect, it } from 'vitest';
import { streamKey } from './stream-key.ts';
import { StreamNames } from './stream-names.ts';

it('contains every added stream, and fewer than 50 of 10,000 others', () => {
  const names = new StreamNames();
  expect(names.mayContain(streamKey('anything'))).toBe(true);
  const added = Array.from({ length: 50_000 }, (_, i) => streamKey(`stream-${i}`));
  for (const key of added) names.add(key);
  names.isComplete = true;
  expect(added.every((key) => names.mayContain(key))).toBe(true);
  const falsePositives = Array.from({ length: 10_000 }, (_, i) => streamKey(`other-${i}`)).filter((key) =>
    names.mayContain(key),
  );
  expect(falsePositives.length).toBeLessThan(50);
});
