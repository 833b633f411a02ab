import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { acquireLock } from './advisory-lock.ts';
import { createPool } from './create-pool.ts';
import { listen, type Notification } from './listener.ts';
import { openConnections } from './open-connections.ts';
import { createIdSequence } from './tables/id-sequence.ts';
import { createKeyedIds } from './tables/keyed-ids.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());

/** Terminates connections as a restart of the server does. */
async function cutConnections(applicationName: string): Promise<number> {
  const answer = await database.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [applicationName],
  );
  return answer.rowCount ?? 0;
}

describe('the pool', () => {
  it('reads counts as numbers, dates as text and positions without rounding', async () => {
    const { rows } = await database.pool.query(
      `SELECT count(*) AS n, date '2026-03-29' AS day, 18446744073709551615::numeric(20) AS position`,
    );
    expect(rows).toEqual([{ n: 1, day: '2026-03-29', position: '18446744073709551615' }]);
  });

  it('rejects an int8 that does not fit a number', async () => {
    await expect(database.pool.query('SELECT 9007199254740993::int8 AS n')).rejects.toThrow(/does not fit/);
    await expect(database.pool.query('SELECT 1 AS one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  it('continues after idle connections are cut', async () => {
    const lost: Error[] = [];
    const pool = createPool(database.url, {
      applicationName: 'cut me',
      onIdleError: (error) => lost.push(error),
    });
    await pool.query('SELECT 1');
    expect(await cutConnections('cut me')).toBe(1);
    await waitFor(() => lost.length > 0);
    await expect(pool.query('SELECT 2 AS two')).resolves.toMatchObject({ rows: [{ two: 2 }] });
    await pool.end();
  });
});

describe('openConnections', () => {
  const open = async (applicationName: string) => {
    const { rows } = await database.pool.query<{ count: number }>(
      'SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
      [applicationName],
    );
    return rows[0]?.count;
  };

  it('opens and prepares all connections and leaves them open', async () => {
    const pool = createPool(database.url, { max: 5, applicationName: 'ahead' });
    pool.options.idleTimeoutMillis = 1;
    const prepared: number[] = [];
    await openConnections(pool, async (connection) => {
      const { rows } = await connection.query<{ pid: number }>({
        name: 'pid',
        text: 'SELECT pg_backend_pid() AS pid',
      });
      prepared.push(rows[0]?.pid ?? 0);
    });
    expect(new Set(prepared).size).toBe(5);
    expect(await open('ahead')).toBe(5);
    const clients = await Promise.all(prepared.map(() => pool.connect()));
    for (const client of clients) {
      const { rows } = await client.query("SELECT 1 FROM pg_prepared_statements WHERE name = 'pid'");
      expect(rows).toHaveLength(1);
      client.release();
    }
    expect(pool.idleCount).toBe(5);
    await pool.end();
  });

  it('leaves connections that fail to be opened on demand', async () => {
    const pool = createPool(database.url, { max: 2, applicationName: 'later' });
    await openConnections(pool, () => Promise.reject(new Error('no')));
    await expect(pool.query('SELECT 1 AS one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await pool.end();
  });
});

describe('a transaction', () => {
  it('commits all or nothing', async () => {
    await database.pool.query('CREATE TABLE kept (n int)');
    await inTransaction(database.pool, (client) => client.query('INSERT INTO kept VALUES (1)'));
    const broken = inTransaction(database.pool, async (client) => {
      await client.query('INSERT INTO kept VALUES (2)');
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect((await database.pool.query('SELECT n FROM kept')).rows).toEqual([{ n: 1 }]);
  });

  it('does not return a broken connection to the pool', async () => {
    const pool = createPool(database.url, { max: 1, applicationName: 'one only', onIdleError: () => {} });
    const cut = inTransaction(pool, async (client) => {
      client.on('error', () => {});
      await cutConnections('one only');
      await client.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow();
    await expect(pool.query('SELECT 3 AS three')).resolves.toMatchObject({ rows: [{ three: 3 }] });
    await pool.end();
  });
});

describe('an id sequence', () => {
  it('returns each number once to concurrent callers', async () => {
    const takers = [7, 50, 1].map((block) => createIdSequence(database.pool, 'booking_id_seq', { block }));
    const ids = await Promise.all(
      Array.from({ length: 900 }, (_, index) => takers[index % takers.length]?.next() ?? Promise.reject()),
    );
    expect(new Set(ids).size).toBe(900);
    expect(ids.every((id) => Number.isInteger(id) && id > 0)).toBe(true);
  });

  it('queries Postgres once for each block', async () => {
    await database.pool.query('CREATE SEQUENCE fresh_seq');
    const sequence = createIdSequence(database.pool, 'fresh_seq', { block: 100 });
    const ids = await Promise.all(Array.from({ length: 100 }, () => sequence.next()));
    expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    const { rows } = await database.pool.query('SELECT last_value::int AS last FROM fresh_seq');
    expect(rows).toEqual([{ last: 100 }]);
  });

  it('rejects every call for a missing sequence', async () => {
    const sequence = createIdSequence(database.pool, 'no_such_seq');
    await expect(sequence.next()).rejects.toThrow(/no_such_seq/);
    await expect(sequence.next()).rejects.toThrow(/no_such_seq/);
  });
});

describe('keyed ids', () => {
  it('return one number for each key and kind, to concurrent callers too', async () => {
    await database.pool.query('CREATE SEQUENCE keyed_seq');
    const ids = (kind: string) => createKeyedIds(database.pool, { kind, sequence: 'keyed_seq' });
    const sameKey = await Promise.all(Array.from({ length: 20 }, () => ids('membership').of('ann')));
    const [first] = sameKey;
    expect(new Set(sameKey)).toEqual(new Set([first]));
    const others = await Promise.all([ids('membership').of('bob'), ids('other').of('ann')]);
    expect(new Set([first, ...others]).size).toBe(3);
    expect(await ids('membership').of('ann')).toBe(first);
  });
});

describe('a listener', () => {
  it('receives notifications, also after its connection was cut', async () => {
    const received: Notification[] = [];
    let reconnects = 0;
    const listener = await listen(
      database.url,
      ['first', 'Second'],
      (notification) => received.push(notification),
      {
        onReconnect: () => {
          reconnects++;
        },
      },
    );
    await database.pool.query(
      `SELECT pg_notify('first', 'a'), pg_notify('Second', 'b'), pg_notify('third', 'c')`,
    );
    await waitFor(() => received.length === 2);
    expect(received).toEqual([
      { channel: 'first', payload: 'a' },
      { channel: 'Second', payload: 'b' },
    ]);

    for (const round of [1, 2, 3]) {
      expect(await cutConnections('tideline listener')).toBe(1);
      await waitFor(() => reconnects === round);
      await database.pool.query(`SELECT pg_notify('first', $1)`, [`round ${round}`]);
      await waitFor(() => received.at(-1)?.payload === `round ${round}`);
    }

    await listener.close();
    const open = await database.pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tideline listener'`,
    );
    expect(open.rowCount).toBe(0);
    expect(reconnects).toBe(3);
  });
});

describe('a lock', () => {
  it('is held by one at a time and acquired by the next', async () => {
    const key = randomUUID();
    const first = await acquireLock(database.url, key);
    let secondHolds = false;
    const second = acquireLock(database.url, key).then((lock) => {
      secondHolds = true;
      return lock;
    });
    const elsewhere = await acquireLock(database.url, randomUUID());
    expect(secondHolds).toBe(false);
    await first.release();
    await first.lost;
    await (await second).release();
    await elsewhere.release();
  });

  it('reports its loss to the holder', async () => {
    const lock = await acquireLock(database.url, 'named');
    expect(await cutConnections('tideline lock named')).toBe(1);
    await lock.lost;
  });

  it('stops waiting when aborted', async () => {
    const key = randomUUID();
    const holder = await acquireLock(database.url, key);
    const abort = new AbortController();
    const waiting = acquireLock(database.url, key, { signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toThrow(/abort/i);
    await holder.release();
  });
});
