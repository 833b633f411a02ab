import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { Refusal } from '#domain/refusal.ts';
import { type CommandContext, EventStoreUnavailable, VersionConflict } from '#infra/event-store/types.ts';
import { metricsHandler, startMetrics } from '#infra/telemetry/metrics.ts';
import { traceIntoMemory } from '#infra/telemetry/tracing.fixture.ts';
import { defineCommand } from './define-command.ts';

const context: CommandContext = {
  now: new Date('2026-05-12T09:00:00.000Z'),
  commandId: 'job/settle-booking/ann',
  actor: { kind: 'system', name: 'test' },
};
const greet = defineCommand('greet', async (_deps: null, name: string) => `Hello ${name}`);
const fail = defineCommand('fail', async (_deps: null, error: unknown) => {
  throw error;
});

async function readMetrics(): Promise<string> {
  const server = createServer((request, response) => metricsHandler()?.(request, response)).listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const text = await (await fetch(`http://127.0.0.1:${address.port}/metrics`)).text();
  server.close();
  return text;
}

describe('a command', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  test('runs as it is while neither traces nor metrics are on', async () => {
    expect(await greet(null, 'Ann', context)).toBe('Hello Ann');
    await expect(fail(null, new Refusal('NO_PASS'), context)).rejects.toThrow('NO_PASS');
  });

  test('is traced by its name, without the key of a job', async () => {
    const tracing = traceIntoMemory();
    ends.push(() => tracing.stop());
    await greet(null, 'Ann', context);
    await expect(fail(null, new Refusal('NO_PASS'), context)).rejects.toThrow('NO_PASS');
    const [greeted, failed] = tracing.spans();
    expect(greeted?.name).toBe('command greet');
    expect(greeted?.attributes).toEqual({ 'tideline.command.id': 'job/settle-booking' });
    expect(failed?.attributes).toMatchObject({ 'tideline.command.code': 'NO_PASS' });
  });

  test('is counted by its outcome', async () => {
    ends.push(startMetrics('test'));
    await greet(null, 'Ann', context);
    const errors = [
      new Refusal('NO_PASS'),
      new VersionConflict('class-1'),
      new EventStoreUnavailable(null),
      Object.assign(new Error('No file'), { code: 'ENOENT' }),
      'no error at all',
    ];
    for (const error of errors) await fail(null, error, context).catch(() => {});
    const lines = (await readMetrics()).split('\n');
    expect(lines.filter((line) => line.startsWith('tideline_commands_total{')).toSorted()).toEqual([
      'tideline_commands_total{command="fail",code="CONFLICT"} 1',
      'tideline_commands_total{command="fail",code="INTERNAL"} 2',
      'tideline_commands_total{command="fail",code="NO_PASS"} 1',
      'tideline_commands_total{command="fail",code="UNAVAILABLE"} 1',
      'tideline_commands_total{command="greet",code="ok"} 1',
    ]);
  });
});
