import { expect, it } from 'vitest';
import { createDeciderStore } from './decider-store.ts';
import { createDryRun } from './dry-run.ts';
import type { CommandContext, EventStore } from './types.ts';

interface Counted {
  readonly type: 'Counted';
  readonly data: { readonly by: number };
}

const counter = {
  stream: (id: string) => `counter-${id}`,
  initial: 0,
  evolve: (sum: number, event: Counted) => sum + event.data.by,
};
const context: CommandContext = {
  now: new Date('2026-05-12T09:00:00.000Z'),
  commandId: 'command',
  actor: { kind: 'system', name: 'test' },
};

function createStore(...stored: number[]) {
  const appended: Counted[] = [];
  const recorded = stored.map((by, index) => ({
    type: 'Counted' as const,
    data: { by },
    id: String(index),
    stream: 'counter-a',
    revision: BigInt(index),
    position: BigInt(index),
    metadata: { commandId: 'before', actor: context.actor },
  }));
  const store: EventStore<Counted> = {
    append(_stream, _expected, events) {
      appended.push(...events);
      return Promise.resolve({ revision: 9n, position: 9n });
    },
    readStream: (stream, from = 0n) =>
      Promise.resolve(
        stream === 'counter-a'
          ? { events: recorded.slice(Number(from)), revision: BigInt(recorded.length - 1) }
          : { events: [], revision: null },
      ),
    readAll: () => {
      throw new Error('Not used by this test');
    },
    subscribe: () => {
      throw new Error('Not used by this test');
    },
    close: () => Promise.resolve(),
  };
  return { appended, deciders: createDeciderStore(store) };
}

it('decides on the stored state, appends nothing, and applies its own earlier decisions', async () => {
  const { appended, deciders } = createStore(2, 3);
  const dry = createDryRun(deciders);
  const double = (sum: number): Counted[] => [{ type: 'Counted', data: { by: sum } }];
  expect((await dry.deciders.handle(counter, 'a', context, double)).state).toBe(10);
  expect((await dry.deciders.handle(counter, 'a', context, double)).state).toBe(20);
  expect((await dry.deciders.load(counter, 'a')).state).toBe(20);
  expect(dry.deciders.peek(counter, 'a')).toBe(20);
  expect((await dry.deciders.load(counter, 'b')).state).toBe(0);
  expect(dry.events.map(({ data }) => data.by)).toEqual([5, 10]);
  expect(appended).toEqual([]);
  expect((await deciders.load(counter, 'a')).state).toBe(5);
});

it('rethrows a refusal', async () => {
  const { deciders } = createStore(1);
  const dry = createDryRun(deciders);
  const refuse = () => {
    throw new Error('no');
  };
  await expect(dry.deciders.handle(counter, 'a', context, refuse)).rejects.toThrow('no');
  expect(dry.events).toEqual([]);
});
