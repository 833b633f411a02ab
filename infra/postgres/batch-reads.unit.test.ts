import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { batchReads } from './batch-reads.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Queries that the test answers, each key with itself in capitals. */
function createQueries(options?: { immediate: boolean }) {
  const sent: { keys: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const find = batchReads<string, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    sent.push({
      keys,
      answer: () => resolve(new Map(keys.map((key) => [key, key.toUpperCase()]))),
      fail: reject,
    });
    return promise;
  }, options);
  return { sent, find, keys: () => sent.map(({ keys }) => keys) };
}

it('sends one query for concurrent reads', async () => {
  const { sent, find, keys } = createQueries();
  const found = Promise.all(['a', 'b', 'a'].map(find));
  await pass(0);
  sent[0]?.answer();
  expect(await found).toEqual(['A', 'B', 'A']);
  expect(keys()).toEqual([['a', 'b', 'a']]);
});

it('sends a single read immediately, and gathers the reads soon after', async () => {
  const { sent, find, keys } = createQueries();
  const found = [find('a')];
  await pass(0);
  expect(keys()).toEqual([['a']]);
  found.push(find('b'));
  await pass(12);
  found.push(find('c'));
  await pass(12);
  expect(sent).toHaveLength(1);
  await pass(2);
  expect(keys()).toEqual([['a'], ['b', 'c']]);
  for (const { answer } of sent) answer();
  expect(await Promise.all(found)).toEqual(['A', 'B', 'C']);
});

it('gathers after a shared query until one query has a single read', async () => {
  const { sent, find, keys } = createQueries();
  const found = ['a', 'b'].map(find);
  await pass(1);
  sent[0]?.answer();
  await pass(0);
  found.push(find('c'));
  await pass(1);
  expect(sent).toHaveLength(1);
  await pass(25);
  expect(keys()).toEqual([['a', 'b'], ['c']]);
  sent[1]?.answer();
  await pass(0);
  found.push(find('d'));
  await pass(0);
  expect(keys()).toEqual([['a', 'b'], ['c'], ['d']]);
  sent[2]?.answer();
  expect(await Promise.all(found)).toEqual(['A', 'B', 'C', 'D']);
});

it('starts queries of different kinds at the same moments', async () => {
  const begun: [string, number][] = [];
  const [one, other] = ['one', 'other'].map((kind) =>
    batchReads<number, number>(async (keys) => {
      begun.push([kind, performance.now()]);
      await new Promise((resolve) => setTimeout(resolve, 60));
      return new Map(keys.map((key) => [key, key]));
    }),
  );
  const found = [one?.(1)];
  await pass(7);
  found.push(other?.(2));
  await pass(1);
  found.push(one?.(3), other?.(4));
  await pass(100);
  expect(await Promise.all(found)).toEqual([1, 2, 3, 4]);
  const at = (kind: string) => begun.filter(([name]) => name === kind).map(([, when]) => Math.round(when));
  expect(at('one')[1]).toBe(at('other')[1]);
});

it('holds reads back while two queries are running, and sends them in a third', async () => {
  const { sent, find } = createQueries();
  const first = find('a');
  await pass(40);
  const second = find('b');
  await pass(40);
  const others = [find('c'), find('d')];
  await pass(100);
  expect(sent).toHaveLength(2);
  sent[1]?.answer();
  expect(await second).toBe('B');
  await pass(40);
  expect(sent[2]?.keys).toEqual(['c', 'd']);
  sent[0]?.answer();
  sent[2]?.answer();
  expect(await Promise.all([first, ...others])).toEqual(['A', 'C', 'D']);
});

it('rejects only the reads of a failed query', async () => {
  const { sent, find } = createQueries();
  const lost = expect(find('a')).rejects.toThrow('no connection');
  await pass(40);
  const found = find('b');
  await pass(40);
  sent[0]?.fail(new Error('no connection'));
  sent[1]?.answer();
  await lost;
  expect(await found).toBe('B');
});

it('starts further queries while two are hanging', async () => {
  const { sent, find } = createQueries();
  const hung = [find('a')];
  await pass(40);
  hung.push(find('b'));
  await pass(40);
  const next = find('c');
  await pass(40);
  expect(sent).toHaveLength(2);
  await pass(300);
  sent[2]?.answer();
  expect(await next).toBe('C');
  sent[0]?.answer();
  sent[1]?.answer();
  expect(await Promise.all(hung)).toEqual(['A', 'B']);
});

it('sends at most 200 keys in a query', async () => {
  const { sent, find } = createQueries();
  const found = Promise.all(Array.from({ length: 450 }, (_, index) => find(`k${index}`)));
  await pass(1);
  sent[0]?.answer();
  sent[1]?.answer();
  await pass(40);
  sent[2]?.answer();
  expect(await found).toHaveLength(450);
  expect(sent.map(({ keys }) => keys.length)).toEqual([200, 200, 50]);
});

it('sends one query for each tick of the event loop and never waits with `immediate`', async () => {
  const { sent, find, keys } = createQueries({ immediate: true });
  const found = ['a', 'b'].map(find);
  expect(sent).toHaveLength(0);
  await pass(0);
  for (const key of ['c', 'd', 'e']) {
    found.push(find(key));
    await pass(0);
  }
  expect(keys()).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
  for (const { answer } of sent) answer();
  expect(await Promise.all(found)).toEqual(['A', 'B', 'C', 'D', 'E']);
});
