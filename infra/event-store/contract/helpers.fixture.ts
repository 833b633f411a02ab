import { randomUUID } from 'node:crypto';
import {
  type AppendExpectedRevision,
  type AppendResult,
  type AppendToStreamOptions,
  type EventStoreDBClient,
  type JSONEventData,
  jsonEvent,
  type ReadStreamOptions,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { parseServerAddress } from './server-address.fixture.ts';

/** An event that carries what tells it from others. */
export function event(note = 'x', options: { type?: string; id?: string } = {}): JSONEventData {
  return jsonEvent({ type: options.type ?? 'happened', data: { note }, id: options.id ?? randomUUID() });
}

export function events(count: number, type = 'happened'): JSONEventData[] {
  return Array.from({ length: count }, (_, i) => event(String(i), { type }));
}

/** The user of the server's address; any will do where nobody is asked. */
function whoAsks() {
  const url = process.env.EVENT_STORE_URL;
  const user = url === undefined ? undefined : parseServerAddress(url).user;
  return user ?? { username: 'admin', password: 'changeit' };
}

/** Which of the two append calls the client takes: a call with credentials takes the unary one. */
export const appendModes = [
  { mode: 'BatchAppend', options: {} },
  { mode: 'Append', options: { credentials: whoAsks() } },
] as const satisfies readonly { mode: string; options: AppendToStreamOptions }[];

export type AppendMode = (typeof appendModes)[number];

export async function append(
  client: EventStoreDBClient,
  stream: string,
  what: JSONEventData[],
  expectedRevision: AppendExpectedRevision = 'any',
  mode: AppendMode = appendModes[0],
): Promise<AppendResult> {
  return await client.appendToStream(stream, what, { ...mode.options, expectedRevision });
}

/** Everything that a read delivers. */
export async function readStream(
  client: EventStoreDBClient,
  stream: string,
  options: ReadStreamOptions & { resolveLinkTos?: boolean } = {},
): Promise<ResolvedEvent[]> {
  const found: ResolvedEvent[] = [];
  for await (const each of client.readStream(stream, options)) found.push(each);
  return found;
}

export async function revisionsOf(
  client: EventStoreDBClient,
  stream: string,
  options: ReadStreamOptions = {},
): Promise<number[]> {
  return (await readStream(client, stream, options)).map(({ event }) => Number(event?.revision));
}

/** What a promise is rejected with; undefined when it is not. */
export async function failure(promise: Promise<unknown>): Promise<Error | undefined> {
  return await promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
}
