import { expect, test } from 'vitest';
import { createDeciderStore } from '#infra/event-store/decider-store.ts';
import { openStudio } from '#services/commands/studio/open-studio.ts';
import { Crashed, crashAtAppend, MemoryLog } from '#services/commands/testing/memory-event-store.fixture.ts';

const context = {
  now: new Date('2026-05-12T09:00:00.000Z'),
  commandId: 'open-studio',
  actor: { kind: 'system', name: 'opening' },
} as const;

const open = (log: MemoryLog, hooks?: ReturnType<typeof crashAtAppend>) =>
  openStudio({ deciders: createDeciderStore(log.connect(hooks)) }, null, context);

const streamsOf = ({ events }: MemoryLog) => events.map(({ stream, type }) => `${stream} ${type}`).toSorted();

test('a studio whose opening is cut off at any append is opened whole by the next start', async () => {
  const whole = new MemoryLog();
  await open(whole);
  const appends = whole.events.length;
  expect(appends).toBeGreaterThan(10);
  for (let at = 0; at < appends; at += 1) {
    for (const when of ['before', 'after'] as const) {
      const log = new MemoryLog();
      await expect(open(log, crashAtAppend(at, when))).rejects.toThrow(Crashed);
      await open(log);
      expect([at, when, streamsOf(log)]).toEqual([at, when, streamsOf(whole)]);
    }
  }
});
