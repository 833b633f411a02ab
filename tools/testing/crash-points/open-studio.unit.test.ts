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

test('the next start completes the opening of a studio that crashed at any append', async () => {
  const complete = new MemoryLog();
  await open(complete);
  const appends = complete.events.length;
  expect(appends).toBeGreaterThan(10);
  for (let index = 0; index < appends; index += 1) {
    for (const when of ['before', 'after'] as const) {
      const log = new MemoryLog();
      await expect(open(log, crashAtAppend(index, when))).rejects.toThrow(Crashed);
      await open(log);
      expect([index, when, streamsOf(log)]).toEqual([index, when, streamsOf(complete)]);
    }
  }
});
