import { currentTraceparent } from '../telemetry/spans.ts';
import type { RawEvent } from './append-call.ts';
import { eventId } from './event-id.ts';
import { type EventRegistry, type StoredEventDefinition, UnknownEvent, upcast } from './registry.ts';
import type { CommandContext, EventMetadata, EventShape, Recorded } from './types.ts';

/** What the store asks of the sealer (`infra/crypto` has one). */
export interface EventSealer {
  seal(ownerId: string, personal: object): Promise<string>;
  openAll(sealed: readonly { ownerId: string; text: string }[]): Promise<object[]>;
}

type Data = Record<string, unknown>;

/** An event ready for the wire; `bytes` is about what it takes there. */
export interface Encoded {
  readonly events: readonly RawEvent[];
  readonly bytes: number;
}

/** The part of db-client's recorded events that matters here. */
interface WireEvent {
  readonly streamId: string;
  readonly id: string;
  readonly revision: bigint;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: unknown;
  readonly metadata: unknown;
  readonly position?: { readonly commit: bigint };
}

interface Stored {
  readonly event: WireEvent;
  readonly definition: StoredEventDefinition;
  readonly version: number;
  readonly metadata: EventMetadata;
  data: Data;
}

export interface Codec<E extends EventShape> {
  /** Throws `UnknownEvent` and TypeErrors. */
  encode(stream: string, events: readonly E[], context: CommandContext): Promise<Encoded>;
  /** Events of the registry, upcast and opened, in order; system events are left out. Throws `UnknownEvent`. */
  decode(recorded: readonly WireEvent[]): Promise<Recorded<E>[]>;
}

export function createCodec<E extends EventShape>(registry: EventRegistry<E>, sealer: EventSealer): Codec<E> {
  const definitions = new Map<string, StoredEventDefinition>(Object.entries(registry));

  function definitionOf(type: string): StoredEventDefinition {
    const definition = definitions.get(type);
    if (definition === undefined) throw new UnknownEvent(type, 'is not in the registry');
    return definition;
  }

  /** The registry is what says which events `E` is made of. */
  function isRecorded(event: EventShape & RecordedFields): event is Recorded<E> {
    return definitions.has(event.type);
  }

  function read(event: WireEvent): Stored | undefined {
    if (event.type.startsWith('$') || event.streamId.startsWith('$')) return undefined;
    const definition = definitionOf(event.type);
    const { data, metadata } = event;
    if (!event.isJson || !isData(data))
      throw new UnknownEvent(event.type, `${event.id} is not a JSON object`);
    if (!isStoredMetadata(metadata))
      throw new UnknownEvent(event.type, `${event.id} has no metadata of ours`);
    const { v: version, ...kept } = metadata;
    return { event, definition, version, metadata: kept, data };
  }

  return {
    async encode(stream, events, context) {
      if (stream === '' || stream.startsWith('$')) throw new TypeError(`${stream} can't name a stream`);
      if (events.length === 0) throw new TypeError('An append needs an event');
      if (context.commandId === '') throw new TypeError('An append needs a command id');
      let bytes = 0;
      const encoded: RawEvent[] = [];
      for (const [index, event] of events.entries()) {
        const definition = definitionOf(event.type);
        const data = jsonBytes(definition.personal ? await seal(sealer, event, definition) : event.data);
        const metadata = jsonBytes({ ...metadataOf(context), v: definition.version });
        bytes += 200 + data.length + metadata.length;
        const id = eventId(context.commandId, stream, index);
        encoded.push({ id, type: event.type, isJson: true, data, metadata });
      }
      return { events: encoded, bytes };
    },

    async decode(recorded) {
      const stored: Stored[] = [];
      let sealed: Stored[] | undefined;
      for (const event of recorded) {
        const one = read(event);
        if (one === undefined) continue;
        stored.push(one);
        if (one.definition.personal) {
          sealed ??= [];
          sealed.push(one);
        }
      }
      if (sealed !== undefined) await openAll(sealer, sealed);
      return stored.map(({ event, definition, version, metadata, data }) => {
        const result = {
          type: event.type,
          data: upcast(event.type, definition, version, data),
          id: event.id,
          stream: event.streamId,
          revision: event.revision,
          position: positionOf(event),
          metadata,
        };
        if (!isRecorded(result)) throw new UnknownEvent(event.type, 'is not in the registry');
        return result;
      });
    },
  };
}

const jsonBytes = (value: object): Buffer => Buffer.from(JSON.stringify(value));

interface RecordedFields {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly metadata: EventMetadata;
}

function metadataOf({ commandId, actor, causationId, requestId }: CommandContext): EventMetadata {
  const traceparent = currentTraceparent();
  return {
    commandId,
    actor,
    ...(causationId === undefined ? {} : { causationId }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

function positionOf(event: WireEvent): bigint {
  if (event.position === undefined) throw new UnknownEvent(event.type, `${event.id} came without a position`);
  return event.position.commit;
}

async function seal(
  sealer: EventSealer,
  event: EventShape,
  definition: StoredEventDefinition,
): Promise<Data> {
  const { ownerId, personal } = personalData(event.type, event.data, definition);
  if (typeof personal !== 'object' || personal === null || 'forgotten' in personal) {
    throw new TypeError(`${event.type} can't be stored without its personal data`);
  }
  return { ...event.data, personal: await sealer.seal(ownerId, personal) };
}

async function openAll(sealer: EventSealer, stored: readonly Stored[]): Promise<void> {
  const sealed = stored.map(({ event, data, definition }) => {
    const { ownerId, personal } = personalData(event.type, data, definition);
    if (typeof personal !== 'string') throw new UnknownEvent(event.type, `${event.id} is not sealed`);
    return { ownerId, text: personal };
  });
  const opened = await sealer.openAll(sealed);
  for (const [index, one] of stored.entries()) one.data = { ...one.data, personal: opened[index] };
}

/** What is personal in an event, and whose it is. */
function personalData(
  type: string,
  data: object,
  { owner = 'memberId' }: StoredEventDefinition,
): { ownerId: string; personal: unknown } {
  const ownerId = isData(data) ? data[owner] : undefined;
  const personal = 'personal' in data ? data.personal : undefined;
  if (typeof ownerId !== 'string') throw new UnknownEvent(type, `has personal data but no ${owner}`);
  return { ownerId, personal };
}

function isData(value: unknown): value is Data {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

function isStoredMetadata(value: unknown): value is EventMetadata & { v: number } {
  return (
    isData(value) && typeof value.commandId === 'string' && isData(value.actor) && Number.isInteger(value.v)
  );
}
