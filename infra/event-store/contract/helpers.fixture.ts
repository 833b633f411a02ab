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

/** An event that its note identifies. */
export function event(note = 'x', options: { type?: string; id?: string } = {}): JSONEventData {
  return jsonEvent({ type: options.type ?? 'happened', data: { note }, id: options.id ?? randomUUID() });
}

export function events(count: number, type = 'happened'): JSONEventData[] {
  return Array.from({ length: count }, (_, i) => event(String(i), { type }));
}

/** The user of the server's address, or a default one for servers without authentication. */
function getCredentials() {
  const url = process.env.EVENT_STORE_URL;
  const user = url === undefined ? undefined : parseServerAddress(url).user;
  return user ?? { username: 'admin', password: 'changeit' };
}

/** The two append calls of db-client: with credentials it makes the unary one. */
export const appendModes = [
  { mode: 'BatchAppend', options: {} },
  { mode: 'Append', options: { credentials: getCredentials() } },
] as const satisfies readonly { mode: string; options: AppendToStreamOptions }[];

export type AppendMode = (typeof appendModes)[number];

export async function append(
  client: EventStoreDBClient,
  stream: string,
  events: JSONEventData[],
  expectedRevision: AppendExpectedRevision = 'any',
  mode: AppendMode = appendModes[0],
): Promise<AppendResult> {
  return await client.appendToStream(stream, events, { ...mode.options, expectedRevision });
}

/** Reads a whole stream. */
export async function readStream(
  client: EventStoreDBClient,
  stream: string,
  options: ReadStreamOptions & { resolveLinkTos?: boolean } = {},
): Promise<ResolvedEvent[]> {
  const found: ResolvedEvent[] = [];
  for await (const each of client.readStream(stream, options)) found.push(each);
  return found;
}

export async function readRevisions(
  client: EventStoreDBClient,
  stream: string,
  options: ReadStreamOptions = {},
): Promise<number[]> {
  return (await readStream(client, stream, options)).map(({ event }) => Number(event?.revision));
}

/** The error that a promise rejects with; undefined when it resolves. */
export async function getRejection(promise: Promise<unknown>): Promise<Error | undefined> {
  return await promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
}
