import { beforeAll, describe, expect, it } from 'vitest';
import { startEventStoreNode } from '#embedded/event-store-node/start-node.ts';
import { runTask, startTask } from '../backup/run-task.fixture.ts';
import { waitFor } from '../testing/wait-for.ts';
import { createEvent, fillLog, type LogServer, readContent, startLogServer } from './log-server.fixture.ts';
import { verifyLogs } from './verify-logs.ts';

async function countEvents({ database }: LogServer): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT count(*) AS count FROM event_store.events',
  );
  return rows[0]?.count ?? 0;
}

/** Checks the translation of positions: of an event, before the first one, and after the last one. */
async function comparePositions(source: LogServer, target: LogServer) {
  const readPositions = async ({ database }: LogServer) =>
    (
      await database.pool.query<{ position: number }>(
        `SELECT position FROM event_store.events WHERE get_byte(stream, 0) <> ascii('$') ORDER BY position`,
      )
    ).rows.map(({ position }) => BigInt(position));
  const [before, after] = [await readPositions(source), await readPositions(target)];
  const [early = 0n, middle = 0n, late = 0n] = [before[0], before[1_500], before.at(-1)];
  // A position between two events translates to that of the earlier one.
  const wanted = [early - 1n, middle, middle + 1n, late + 1_000n];
  const { positions, events, behind } = await verifyLogs({ from: source.log, to: target.log, wanted });
  expect({ events, behind }).toEqual({ events: before.length, behind: 0 });
  return {
    known: positions.get(middle) === after[1_500] && positions.get(middle + 1n) === after[1_500],
    first: positions.get(early - 1n),
    beyond: positions.get(late + 1_000n) === after.at(-1),
  };
}

const migrate = (...args: string[]) => runTask('migrate-store', args, {});

describe('migrate-store', () => {
  let source: LogServer;
  const events = 4_000;
  beforeAll(async () => {
    source = await startLogServer();
    await fillLog(source.log, events);
  });

  it('copies a log byte by byte and in order despite kills, and copies nothing when repeated', async () => {
    const target = await startLogServer();
    const args = ['--from', source.url, '--to', target.url];
    for (const enough of [1, 1_000]) {
      const killed = startTask('migrate-store', args, {});
      await waitFor(async () => (await countEvents(target)) > enough);
      await killed.kill();
    }
    const before = await countEvents(target);
    const { code, printed } = await migrate(...args);
    expect({ code, printed }).toMatchObject({
      code: 0,
      printed: expect.stringContaining('The source did not move'),
    });
    const copied = await readContent(target.database);
    expect(copied.length).toBeGreaterThanOrEqual(events);
    expect(copied).toEqual(await readContent(source.database));
    const found = Number(/(\d+) events were there/.exec(printed)?.[1]);
    expect(found).toBeGreaterThanOrEqual(before - 1);
    expect(await comparePositions(source, target)).toEqual({ known: true, first: null, beyond: true });
    const again = await migrate(...args);
    expect(again).toMatchObject({
      code: 0,
      printed: expect.stringContaining(`${copied.length} events were there, 0 were copied`),
    });
  });

  it('refuses a target with other events', async () => {
    const target = await startLogServer();
    const args = ['--from', source.url, '--to', target.url];
    expect(await migrate(...args)).toMatchObject({ code: 0 });
    // Changes one bit of one event while the server is stopped.
    await target.stop();
    await target.database.pool.query(
      `UPDATE event_store.events SET data = set_byte(data, 0, get_byte(data, 0) # 1)
       WHERE position = (SELECT position FROM event_store.events WHERE length(data) > 0 AND get_byte(stream, 0) <> ascii('$')
                         ORDER BY position OFFSET 2000 LIMIT 1)`,
    );
    const node = await startEventStoreNode({ databaseUrl: target.database.url, port: 0 });
    const tampered = await migrate('--from', source.url, '--to', node.connectionString);
    await node.stop();
    expect(tampered).toMatchObject({
      code: 1,
      printed: expect.stringMatching(
        /The target, at position \d+ \(wallet-\d+@\d+\): another event .* other data\./,
      ),
    });

    const foreign = await startLogServer();
    const appender = await foreign.log.appender();
    await appender.append('wallet-of-others', null, [createEvent(1)]);
    appender.close();
    const refused = await migrate('--from', source.url, '--to', foreign.url);
    expect(refused).toMatchObject({
      code: 1,
      printed: expect.stringContaining('(wallet-of-others@0): another event'),
    });
    expect(await readContent(foreign.database)).toHaveLength(1);
  });

  it('refuses a source with a deleted stream', async () => {
    const [truncated, target] = [await startLogServer(), await startLogServer()];
    const appender = await truncated.log.appender();
    await appender.append('wallet-1', null, [createEvent(0), createEvent(1)]);
    // The server's event when a stream is deleted.
    const deletion = {
      ...createEvent(0),
      type: '$metadata',
      isJson: true,
      data: Buffer.from('{"$tb":9223372036854775807}'),
    };
    await appender.append('$$wallet-1', null, [deletion]);
    appender.close();
    const refused = await migrate('--from', truncated.url, '--to', target.url);
    expect(refused).toMatchObject({
      code: 1,
      printed: expect.stringContaining('the stream wallet-1 was deleted'),
    });
    expect(await readContent(target.database)).toEqual([]);
  });
});
