import { currentTraceparent } from '../telemetry/spans.ts';
import type { RawEvent } from './append-call.ts';
import { createEventId } from './event-id.ts';
import { type EventRegistry, type StoredEventDefinition, UnknownEvent, upcast } from './registry.ts';
import type { CommandContext, EventMetadata, EventShape, RecordedEvent } from './types.ts';

/** Encrypts and decrypts personal data of events (`infra/crypto` implements it). */
export interface EventSealer {
  seal(ownerId: string, personal: object): Promise<string>;
  openAll(sealed: readonly { ownerId: string; text: string }[]): Promise<object[]>;
}

type Data = Record<string, unknown>;

/** The common part of db-client's recorded events and of `LogEntry`. */
interface StoredEvent {
  readonly streamId: string;
  readonly id: string;
  readonly revision: bigint;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: unknown;
  readonly metadata: unknown;
  readonly position?: { readonly commit: bigint };
}

/** An event on the way from its stored form to a `RecordedEvent`. */
interface DecodingEvent {
  readonly event: StoredEvent;
  readonly definition: StoredEventDefinition;
  readonly version: number;
  readonly metadata: EventMetadata;
  data: Data;
  /** The personal data as stored; undefined in events without. */
  sealed: string | undefined;
}

export interface Codec<E extends EventShape> {
  /** Throws `UnknownEvent` and TypeErrors. */
  encode(stream: string, events: readonly E[], context: CommandContext): Promise<RawEvent[]>;
  /** Decodes events of the registry, upcast and decrypted, in order, and leaves out system events. Throws `UnknownEvent`. */
  decode(recorded: readonly StoredEvent[]): Promise<RecordedEvent<E>[]>;
}

export function createCodec<E extends EventShape>(registry: EventRegistry<E>, sealer: EventSealer): Codec<E> {
  const definitions = new Map<string, StoredEventDefinition>(Object.entries(registry));

  function requireDefinition(type: string): StoredEventDefinition {
    const definition = definitions.get(type);
    if (definition === undefined) throw new UnknownEvent(type, 'is not in the registry');
    return definition;
  }

  /** The registry lists the event types of `E`. */
  function isOfRegistry(event: EventShape & RecordedFields): event is RecordedEvent<E> {
    return definitions.has(event.type);
  }

  function validate(event: StoredEvent): DecodingEvent | undefined {
    if (event.type.startsWith('$') || event.streamId.startsWith('$')) return undefined;
    const definition = requireDefinition(event.type);
    const { data, metadata } = event;
    if (!event.isJson || !isData(data))
      throw new UnknownEvent(event.type, `${event.id} is not a JSON object`);
    if (!isStoredMetadata(metadata)) throw new UnknownEvent(event.type, `${event.id} has no valid metadata`);
    const { v: version, ...rest } = metadata;
    return { event, definition, version, metadata: rest, data, sealed: undefined };
  }

  return {
    async encode(stream, events, context) {
      if (stream === '' || stream.startsWith('$'))
        throw new TypeError(`${stream} is not a valid stream name`);
      if (events.length === 0) throw new TypeError('An append needs an event');
      if (context.commandId === '') throw new TypeError('An append needs a command id');
      const encoded: RawEvent[] = [];
      for (const [index, event] of events.entries()) {
        const definition = requireDefinition(event.type);
        const data = jsonBytes(definition.personal ? await seal(sealer, event, definition) : event.data);
        const metadata = jsonBytes({ ...createMetadata(context), v: definition.version });
        const id = createEventId(context.commandId, stream, index);
        encoded.push({ id, type: event.type, isJson: true, data, metadata });
      }
      return encoded;
    },

    async decode(recorded) {
      const decoding: DecodingEvent[] = [];
      let sealed: DecodingEvent[] | undefined;
      for (const event of recorded) {
        const one = validate(event);
        if (one === undefined) continue;
        decoding.push(one);
        if (one.definition.personal) {
          sealed ??= [];
          sealed.push(one);
        }
      }
      if (sealed !== undefined) await openAll(sealer, sealed);
      return decoding.map(({ event, definition, version, metadata, data, sealed: text }) => {
        const result = {
          type: event.type,
          data: upcast(event.type, definition, version, data),
          id: event.id,
          stream: event.streamId,
          revision: event.revision,
          position: requirePosition(event),
          metadata,
          ...(text === undefined ? {} : { sealed: text }),
        };
        if (!isOfRegistry(result)) throw new UnknownEvent(event.type, 'is not in the registry');
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
  readonly sealed?: string;
}

function createMetadata({ commandId, actor, causationId, requestId }: CommandContext): EventMetadata {
  const traceparent = currentTraceparent();
  return {
    commandId,
    actor,
    ...(causationId === undefined ? {} : { causationId }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

function requirePosition(event: StoredEvent): bigint {
  if (event.position === undefined) throw new UnknownEvent(event.type, `${event.id} has no position`);
  return event.position.commit;
}

async function seal(
  sealer: EventSealer,
  event: EventShape,
  definition: StoredEventDefinition,
): Promise<Data> {
  const { ownerId, personal } = getPersonalData(event.type, event.data, definition);
  if (typeof personal !== 'object' || personal === null || 'forgotten' in personal) {
    throw new TypeError(`${event.type} can't be stored without its personal data`);
  }
  return { ...event.data, personal: await sealer.seal(ownerId, personal) };
}

async function openAll(sealer: EventSealer, events: readonly DecodingEvent[]): Promise<void> {
  const sealed = events.map(({ event, data, definition }) => {
    const { ownerId, personal } = getPersonalData(event.type, data, definition);
    if (typeof personal !== 'string') throw new UnknownEvent(event.type, `${event.id} is not sealed`);
    return { ownerId, text: personal };
  });
  const opened = await sealer.openAll(sealed);
  for (const [index, one] of events.entries()) {
    one.data = { ...one.data, personal: opened[index] };
    one.sealed = sealed[index]?.text;
  }
}

/** The personal part of an event, and the id of the person. */
function getPersonalData(
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
