import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { startEventStoreNode } from './start-node.ts';
import { superviseEventStoreNode } from './supervise-node.ts';

const LOCK = "pg_advisory_lock(hashtextextended('event_store node', 0))";

async function supervise(onFailure: (error: Error) => void, giveUpAfterMs?: number) {
  const database = await freshDatabase({ empty: true });
  onTestFinished(() => database.drop());
  const options = { databaseUrl: database.url, port: 0, credential: 'secret' };
  const node = await superviseEventStoreNode(options, onFailure, giveUpAfterMs);
  onTestFinished(() => node.stop());
  const port = Number(/:(\d+)\?/.exec(node.connectionString)?.[1]);
  return { node, database, port };
}

async function readPid(port: number): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${port}/stats`)).json();
  return z.object({ proc: z.object({ id: z.number() }) }).parse(page).proc.id;
}

it('restarts a node that ends by itself at the same address within a second, but not after a stop', async () => {
  const failures: Error[] = [];
  const { node, port } = await supervise((error) => failures.push(error));
  const client = EventStoreDBClient.connectionString(node.connectionString);
  onTestFinished(() => client.dispose());
  for (let round = 0; round < 2; round++) {
    const pid = await readPid(port);
    await client.appendToStream('one', jsonEvent({ type: 'happened', data: {} }));
    process.kill(pid, 'SIGKILL');
    const newPid = await waitFor(() => readPid(port));
    expect(newPid).not.toBe(pid);
    await waitFor(() => client.appendToStream('one', jsonEvent({ type: 'happened', data: {} })));
  }
  const revisions: bigint[] = [];
  for await (const { event } of client.readStream('one')) if (event) revisions.push(event.revision);
  expect(revisions).toEqual([0n, 1n, 2n, 3n]);
  await node.stop();
  await expect(readPid(port)).rejects.toThrow();
  expect(failures).toEqual([]);
});

it('reports a failure when the node cannot be restarted for some time', async () => {
  const failed = Promise.withResolvers<Error>();
  const { node, database, port } = await supervise(failed.resolve, 100);
  const pid = await readPid(port);
  const holder = await database.pool.connect();
  onTestFinished(() => holder.release());
  process.kill(pid, 'SIGKILL');
  await holder.query(`select ${LOCK}`);
  const error = await failed.promise;
  expect(error.message).toBe('The event store ended by itself and could not be restarted.');
  expect(error.cause).toMatchObject({ name: 'DatabaseInUseError' });
  await node.stop();
});

it('leaves a node running that only gets a signal of the terminal', async () => {
  const database = await freshDatabase({ empty: true });
  onTestFinished(() => database.drop());
  const node = await startEventStoreNode({ databaseUrl: database.url, port: 0 });
  onTestFinished(() => node.stop());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(node.pid, signal);
  expect(await readPid(node.port)).toBe(node.pid);
});

it('ends with the process that started it, even when that is killed', async () => {
  const database = await freshDatabase({ empty: true });
  onTestFinished(() => database.drop());
  const program = join(import.meta.dirname, 'run-node.fixture.ts');
  const parent = spawn(process.execPath, [program, database.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [url] = await once(createInterface(parent.stdout), 'line');
  const port = Number(/:(\d+)\?/.exec(String(url))?.[1]);
  expect(await readPid(port)).toBeGreaterThan(0);
  parent.kill('SIGKILL');
  await waitFor(() =>
    readPid(port).then(
      () => false,
      () => true,
    ),
  );
});
