import { expect, it } from 'vitest';
import { spreadLabels } from './spread-labels.ts';

it.each([
  ['leaves labels that have room', [10, 60, 100], [10, 60, 100]],
  ['moves the later of two down', [40, 45], [40, 56]],
  ['keeps their order, whatever the order of the series', [45, 40], [56, 40]],
  ['moves up what would lie under the end', [100, 100, 100], [68, 84, 100]],
  ['moves labels of zero and above apart', [100, 95, 20], [100, 84, 20]],
])('%s', (_what, wanted, placed) => {
  expect(spreadLabels(wanted, 16, 100)).toEqual(placed);
});
