import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lookTogether } from './look-together.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Queries that answer when told to, each key with its own name in capitals. */
function queries(how?: { hurried: boolean }) {
  const asked: { keys: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const find = lookTogether<string, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    asked.push({
      keys,
      answer: () => resolve(new Map(keys.map((key) => [key, key.toUpperCase()]))),
      fail: reject,
    });
    return promise;
  }, how);
  return { asked, find, keys: () => asked.map(({ keys }) => keys) };
}

it('asks once for all who come at the same moment', async () => {
  const { asked, find, keys } = queries();
  const found = Promise.all(['a', 'b', 'a'].map(find));
  await pass(0);
  asked[0]?.answer();
  expect(await found).toEqual(['A', 'B', 'A']);
  expect(keys()).toEqual([['a', 'b', 'a']]);
});

it('asks at once for who comes alone, and gathers who comes soon after', async () => {
  const { asked, find, keys } = queries();
  const found = [find('a')];
  await pass(0);
  expect(keys()).toEqual([['a']]);
  found.push(find('b'));
  await pass(12);
  found.push(find('c'));
  await pass(12);
  expect(asked).toHaveLength(1);
  await pass(2);
  expect(keys()).toEqual([['a'], ['b', 'c']]);
  for (const { answer } of asked) answer();
  expect(await Promise.all(found)).toEqual(['A', 'B', 'C']);
});

it('goes on gathering after several went together, until one comes alone', async () => {
  const { asked, find, keys } = queries();
  const found = ['a', 'b'].map(find);
  await pass(1);
  asked[0]?.answer();
  await pass(0);
  found.push(find('c'));
  await pass(1);
  expect(asked).toHaveLength(1);
  await pass(25);
  expect(keys()).toEqual([['a', 'b'], ['c']]);
  asked[1]?.answer();
  await pass(0);
  found.push(find('d'));
  await pass(0);
  expect(keys()).toEqual([['a', 'b'], ['c'], ['d']]);
  asked[2]?.answer();
  expect(await Promise.all(found)).toEqual(['A', 'B', 'C', 'D']);
});

it('begins all kinds of queries at the same moments', async () => {
  const begun: [string, number][] = [];
  const [one, other] = ['one', 'other'].map((kind) =>
    lookTogether<number, number>(async (keys) => {
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

it('has those who come while two are under way wait for the third, which is not begun before they came', async () => {
  const { asked, find } = queries();
  const first = find('a');
  await pass(40);
  const second = find('b');
  await pass(40);
  const others = [find('c'), find('d')];
  await pass(100);
  expect(asked).toHaveLength(2);
  asked[1]?.answer();
  expect(await second).toBe('B');
  await pass(40);
  expect(asked[2]?.keys).toEqual(['c', 'd']);
  asked[0]?.answer();
  asked[2]?.answer();
  expect(await Promise.all([first, ...others])).toEqual(['A', 'C', 'D']);
});

it('fails those alone whose query failed', async () => {
  const { asked, find } = queries();
  const lost = expect(find('a')).rejects.toThrow('no connection');
  await pass(40);
  const kept = find('b');
  await pass(40);
  asked[0]?.fail(new Error('no connection'));
  asked[1]?.answer();
  await lost;
  expect(await kept).toBe('B');
});

it('lets a query that hangs hold up no other', async () => {
  const { asked, find } = queries();
  const hung = [find('a')];
  await pass(40);
  hung.push(find('b'));
  await pass(40);
  const next = find('c');
  await pass(40);
  expect(asked).toHaveLength(2);
  await pass(300);
  asked[2]?.answer();
  expect(await next).toBe('C');
  asked[0]?.answer();
  asked[1]?.answer();
  expect(await Promise.all(hung)).toEqual(['A', 'B']);
});

it('asks for no more than 200 at once', async () => {
  const { asked, find } = queries();
  const found = Promise.all(Array.from({ length: 450 }, (_, index) => find(`k${index}`)));
  await pass(1);
  asked[0]?.answer();
  asked[1]?.answer();
  await pass(40);
  asked[2]?.answer();
  expect(await found).toHaveLength(450);
  expect(asked.map(({ keys }) => keys.length)).toEqual([200, 200, 50]);
});

it('in a hurry asks once for all of one turn, and never waits for those who came before', async () => {
  const { asked, find, keys } = queries({ hurried: true });
  const found = ['a', 'b'].map(find);
  expect(asked).toHaveLength(0);
  await pass(0);
  for (const key of ['c', 'd', 'e']) {
    found.push(find(key));
    await pass(0);
  }
  expect(keys()).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
  for (const { answer } of asked) answer();
  expect(await Promise.all(found)).toEqual(['A', 'B', 'C', 'D', 'E']);
});
