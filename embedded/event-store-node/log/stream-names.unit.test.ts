import { expect, it } from 'vitest';
import { streamKey } from './stream-key.ts';
import { StreamNames } from './stream-names.ts';

it('knows every stream that it was told of, and hardly any other', () => {
  const names = new StreamNames();
  expect(names.mayHave(streamKey('anything'))).toBe(true);
  const told = Array.from({ length: 50_000 }, (_, i) => streamKey(`stream-${i}`));
  for (const key of told) names.add(key);
  names.complete = true;
  expect(told.every((key) => names.mayHave(key))).toBe(true);
  const wrong = Array.from({ length: 10_000 }, (_, i) => streamKey(`other-${i}`)).filter((key) =>
    names.mayHave(key),
  );
  expect(wrong.length).toBeLessThan(50);
});
