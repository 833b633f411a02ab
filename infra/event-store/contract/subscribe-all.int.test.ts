import { status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { contractServer } from './contract-server.fixture.ts';
import { append, events } from './helpers.fixture.ts';
import { createFilterOptions, createReadRequest } from './raw-messages.fixture.ts';
import type { RawSubscription } from './raw-streams.fixture.ts';

const server = contractServer();
const open: RawSubscription[] = [];
/** The end of the log before the test. */
let before: string;

beforeEach(async () => {
  const { position } = await append(server.client, server.stream('before'), events(1));
  before = String(position?.commit);
});
afterEach(() => {
  for (const subscription of open.splice(0)) subscription.call.cancel();
});

function subscribe(from: string, filter?: ReturnType<typeof createFilterOptions>): RawSubscription {
  const subscription = server.raw.subscribe(
    createReadRequest({ from, subscription: true, ...(filter && { filter }) }),
  );
  open.push(subscription);
  return subscription;
}

const versionDependent = 'Since 24.10 the server decides when it sends checkpoints and caughtUp';

/** Removes the messages that depend on the server's version. */
function normalise(seen: readonly string[]): string[] {
  if (server.isLike2310) return [...seen];
  const messages = seen.filter((each) => !each.startsWith('checkpoint'));
  const caughtUp = messages.indexOf('caughtUp');
  return messages.filter((each, at) => each !== 'caughtUp' || at === caughtUp);
}

async function expectSeen(subscription: RawSubscription, expected: readonly string[]): Promise<void> {
  const isEnough = () => normalise(subscription.seen).length >= expected.length;
  await waitFor(isEnough, { what: expected.join() }).catch(() => {});
  expect(normalise(subscription.seen)).toEqual(expected);
}

/** Appends events that no filter of this file matches, one in each append, and returns their positions. */
async function appendUnmatched(count: number): Promise<string[]> {
  const stream = server.stream('other');
  const results = await Promise.all(
    Array.from({ length: count }, () => append(server.client, stream, events(1))),
  );
  return results.map((result) => String(result.position?.commit)).sort((a, b) => Number(a) - Number(b));
}

const matchNothing = (options: { max?: number; multiplier?: number } = {}) =>
  createFilterOptions({ on: 'stream', prefixes: ['nothing-has-this-name'], ...options });

describe('without a filter', () => {
  it('after a position delivers past events, caughtUp, then live events, without checkpoints', async () => {
    const stream = server.stream();
    await append(server.client, stream, events(2));
    const subscription = subscribe(before);
    await expectSeen(subscription, ['confirmation', `${stream}@0`, `${stream}@1`, 'caughtUp']);
    await append(server.client, stream, events(100));
    await waitFor(() => normalise(subscription.seen).length >= 104);
    expect(normalise(subscription.seen).slice(4)).toEqual(
      Array.from({ length: 100 }, (_, i) => `${stream}@${i + 2}`),
    );
  });

  it.each(['start', '0'])('from %s delivers everything including system events', async (from) => {
    const all = await server.raw.read(createReadRequest({}));
    const subscription = subscribe(from);
    await waitFor(() => subscription.seen.includes('caughtUp'));
    expect(subscription.seen.at(-1)).toBe('caughtUp');
    expect(subscription.messages.slice(1, -1).map((each) => each.getEvent()?.getCommitPosition())).toEqual(
      all.messages.map((each) => each.getEvent()?.getCommitPosition()),
    );
  });

  it('from the end and from past the end delivers only live events', async () => {
    const past = String(BigInt(before) + 1_000_000n);
    // Since 24.10 a position past the end is rejected.
    const subscriptions = ['end', ...(server.isLike2310 ? [past] : [])].map((from) => subscribe(from));
    for (const subscription of subscriptions) await expectSeen(subscription, ['confirmation', 'caughtUp']);
    const stream = server.stream();
    await append(server.client, stream, events(1));
    for (const subscription of subscriptions) {
      await expectSeen(subscription, ['confirmation', 'caughtUp', `${stream}@0`]);
    }
  });

  it('from inside a record is UNKNOWN (since 24.10 INVALID_ARGUMENT)', async () => {
    await append(server.client, server.stream(), events(1));
    const subscription = subscribe(String(BigInt(before) + 1n));
    await waitFor(() => subscription.end);
    expect(subscription.end?.code).toBe(server.isLike2310 ? status.UNKNOWN : status.INVALID_ARGUMENT);
  });
});

describe('a filter', () => {
  const cases: [string, Parameters<typeof createFilterOptions>[0], (stream: string) => boolean][] = [
    [
      'stream prefixes, any of them',
      { on: 'stream', prefixes: ['tea-', 'milk-'] },
      (s) => /^(tea|milk)-/.test(s),
    ],
    ['prefixes are case-sensitive', { on: 'stream', prefixes: ['TEA-'] }, () => false],
    ['the empty prefix', { on: 'stream', prefixes: [''] }, () => true],
    ['no prefix at all', { on: 'stream', prefixes: [] }, () => false],
    ['a regex, anywhere in the name', { on: 'stream', regex: 'ilk' }, (s) => s.startsWith('milk')],
    [
      'the regex wins over prefixes',
      { on: 'stream', regex: '^tea', prefixes: ['milk'] },
      (s) => /^tea/.test(s),
    ],
    ['an event type prefix', { on: 'type', prefixes: ['drunk-'] }, (s) => s.startsWith('tea-')],
    ['an event type regex', { on: 'type', regex: '^[^$].*' }, () => true],
  ];
  it.each(cases)('%s', async (_, options, matches) => {
    const streams = [server.stream('tea'), server.stream('milk'), server.stream('salt')];
    for (const stream of streams) {
      await append(server.client, stream, events(1, stream.startsWith('tea') ? 'drunk-hot' : 'poured'));
    }
    const expected = streams.filter(matches).map((stream) => `${stream}@0`);
    const subscription = subscribe(before, createFilterOptions({ max: 1_000, ...options }));
    await expectSeen(subscription, ['confirmation', ...expected, 'caughtUp']);
    const live = streams[0] ?? '';
    await append(server.client, live, events(1, 'drunk-cold'));
    const more = matches(live) ? [`${live}@1`] : [];
    await append(server.client, server.stream('salt'), events(1, '$system'));
    await expectSeen(subscription, [
      'confirmation',
      ...expected,
      'caughtUp',
      ...more,
      ...(options.prefixes?.[0] === '' ? [expect.any(String)] : []),
    ]);
  });

  it('is INVALID_ARGUMENT without window or expression, and UNKNOWN with an invalid regex or multiplier 0', async () => {
    const wrong = [
      [createFilterOptions({ on: 'type', prefixes: ['x'], noWindow: true }), status.INVALID_ARGUMENT],
      [createFilterOptions({ on: 'type', regex: '(' }), status.UNKNOWN],
      [createFilterOptions({ on: 'type', prefixes: ['x'], multiplier: 0 }), status.UNKNOWN],
    ] as const;
    for (const [filter, code] of wrong) {
      const subscription = subscribe('start', filter);
      await waitFor(() => subscription.end);
      expect(subscription.end?.code).toBe(code);
    }
  });

  it('with a window of 0 delivers only the confirmation', async ({ skip }) => {
    skip(!server.isLike2310, versionDependent);
    const subscription = subscribe(before, createFilterOptions({ on: 'stream', prefixes: [''], max: 0 }));
    await appendUnmatched(3);
    await expectSeen(subscription, ['confirmation']);
  });
});

describe('checkpoints', () => {
  const past = (positions: readonly string[], ...indexes: number[]) =>
    indexes.map((index) => `checkpoint:${positions[index - 1]}/0`);
  const live = (positions: readonly string[], ...indexes: number[]) =>
    indexes.map((index) => `checkpoint:${positions[index - 1]}/${positions[index - 1]}`);

  it.for([
    { window: 32, multiplier: 1, count: 100, checkpoints: [1, 33, 65], more: 28, liveAt: [128] },
    { window: 32, multiplier: 1, count: 31, checkpoints: [], more: 0, liveAt: [] },
    { window: 32, multiplier: 3, count: 200, checkpoints: [65, 161], more: 0, liveAt: [] },
    { window: 10, multiplier: 1, count: 27, checkpoints: [1, 11], more: 13, liveAt: [30, 40] },
  ])('window $window × $multiplier, $count events: $checkpoints, live $liveAt', async (each, { skip }) => {
    skip(!server.isLike2310, versionDependent);
    const positions = await appendUnmatched(each.count);
    const filter = matchNothing({
      ...(each.window !== 32 && { max: each.window }),
      multiplier: each.multiplier,
    });
    const subscription = subscribe(before, filter);
    const caughtUp = ['confirmation', ...past(positions, ...each.checkpoints), 'caughtUp'];
    await expectSeen(subscription, caughtUp);
    positions.push(...(await appendUnmatched(each.more)));
    await expectSeen(subscription, [...caughtUp, ...live(positions, ...each.liveAt)]);
  });

  it('are at the last match of a page that has one', async ({ skip }) => {
    skip(!server.isLike2310, versionDependent);
    const stream = server.stream('match');
    await appendUnmatched(2);
    const { position } = await append(server.client, stream, events(1));
    await appendUnmatched(9);
    const subscription = subscribe(before, createFilterOptions({ on: 'stream', prefixes: [stream], max: 6 }));
    await expectSeen(subscription, [
      'confirmation',
      `${stream}@0`,
      `checkpoint:${position?.commit}/${position?.commit}`,
      expect.stringMatching(/^checkpoint:\d+\/0$/),
      'caughtUp',
    ] as string[]);
  });

  it('count from 0 at the end of the log, without empty appends', async ({ skip }) => {
    skip(!server.isLike2310, versionDependent);
    const subscription = subscribe('end', matchNothing({ max: 5 }));
    await expectSeen(subscription, ['confirmation', 'caughtUp']);
    const first = await appendUnmatched(3);
    await append(server.client, server.stream(), []);
    const second = await appendUnmatched(3);
    await expectSeen(subscription, ['confirmation', 'caughtUp', ...live([...first, ...second], 5)]);
  });

  it('resume a subscription without loss, also with prepare 0', async ({ skip }) => {
    skip(!server.isLike2310, versionDependent);
    const stream = server.stream('resumed');
    await appendUnmatched(40);
    await append(server.client, stream, events(3));
    const filter = createFilterOptions({ on: 'stream', prefixes: [stream] });
    const first = subscribe(before, filter);
    await waitFor(() => first.seen.includes('caughtUp'));
    const checkpoint =
      first.seen.find((each) => each.startsWith('checkpoint'))?.slice('checkpoint:'.length) ?? '';
    expect(checkpoint).toMatch(/\/0$/);
    const second = subscribe(checkpoint, filter);
    await waitFor(() => second.seen.includes('caughtUp'));
    expect(second.seen.filter((each) => !each.startsWith('checkpoint'))).toEqual([
      'confirmation',
      ...[0, 1, 2].map((revision) => `${stream}@${revision}`),
      'caughtUp',
    ]);
  });
});

it('delivers every event once while catching up under constant writes', async () => {
  const writers = Array.from({ length: 4 }, () => server.stream('busy'));
  let writing = true;
  const work = Promise.all(
    writers.map(async (stream) => {
      let revision = -1;
      while (writing)
        revision = Number((await append(server.client, stream, events(5))).nextExpectedRevision);
      return revision;
    }),
  );
  const filter = createFilterOptions({ on: 'stream', prefixes: writers, max: 50 });
  await append(server.client, server.stream(), events(2_000));
  const subscriptions = [subscribe(before, filter), subscribe(before, filter)];
  await waitFor(() => subscriptions.every((each) => each.seen.includes('caughtUp')));
  writing = false;
  const last = await work;
  for (const subscription of subscriptions) {
    const seen = (stream: string) => subscription.seen.filter((each) => each.startsWith(`${stream}@`));
    for (const [i, stream] of writers.entries()) {
      await waitFor(() => seen(stream).length > (last[i] ?? 0), { what: `all of ${stream}` });
      expect(seen(stream)).toEqual(Array.from({ length: (last[i] ?? 0) + 1 }, (_, n) => `${stream}@${n}`));
    }
  }
});
