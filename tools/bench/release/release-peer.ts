import { ensureDatabase } from '#infra/postgres/ensure-database.ts';
import { startChild } from '../servers/child.ts';
import type { PeerPrepared, PrepareMessage } from '../servers/peer-server.ts';
import type { ReleaseTarget } from './release-target.ts';

const database = 'release_peer';
const days = 7;

/** Starts the CRUD peer (`SELECT … FOR UPDATE`) in a database of its own on the studio's Postgres, with as many members. */
export async function startReleasePeer(
  studioDatabaseUrl: string,
  { members, passes }: { members: number; passes: number },
): Promise<ReleaseTarget> {
  await ensureDatabase(studioDatabaseUrl, database);
  const url = new URL(studioDatabaseUrl);
  url.pathname = `/${database}`;
  const child = startChild(new URL('../servers/peer-server.ts', import.meta.url), {
    PEER_DATABASE: url.href,
    PEER_BOOKING: 'transaction',
  });
  const prepare = (message: Omit<PrepareMessage, 'kind'>) =>
    child.ask<PeerPrepared>({ kind: 'prepare', ...message } satisfies PrepareMessage);
  const { port, tokens } = await prepare({ classes: 0, members, passes });
  return {
    port,
    tokens,
    release: ({ classesPerDay, seats }) =>
      prepare({ classes: classesPerDay * days, seats, days, members: 0, passes: 0 }),
    stop: () => child.stop(),
  };
}
