import type { EventShape } from './types.ts';

type Data = Record<string, unknown>;

/** How one event type is stored (the domain's `EventDefinition` has this shape). */
export interface StoredEventDefinition {
  readonly version: number;
  /** `data.personal` is encrypted with the key of the person `data[owner ?? 'memberId']`. */
  readonly personal?: true;
  readonly owner?: 'memberId' | 'staffId';
  /** `upcasters[n]` turns data of version n into that of version n + 1; it receives personal data decrypted, or `{forgotten: true}`. */
  readonly upcasters?: Readonly<Record<number, (data: Data) => Data>>;
}

export type EventRegistry<E extends EventShape> = Readonly<Record<E['type'], StoredEventDefinition>>;

/** An event's type is not in the registry, or its stored form is invalid. Readers stop at the event instead of skipping it. */
export class UnknownEvent extends Error {
  readonly eventType: string;

  constructor(eventType: string, reason: string) {
    super(`Event type ${eventType}: ${reason}`);
    this.name = 'UnknownEvent';
    this.eventType = eventType;
  }
}

/** Throws unless every type has an integer version and exactly one upcaster from each earlier version. */
export function assertRegistry(registry: Readonly<Record<string, StoredEventDefinition>>): void {
  for (const [type, { version, upcasters = {} }] of Object.entries(registry)) {
    if (!/^[A-Za-z]\w*$/.test(type)) throw new Error(`${type} is not a valid event type name`);
    if (!Number.isInteger(version) || version < 1)
      throw new Error(`${type} has an invalid version; it must be an integer of at least 1`);
    for (let from = 1; from < version; from += 1) {
      if (upcasters[from] === undefined) throw new Error(`${type} has no upcaster from version ${from}`);
    }
    for (const from of Object.keys(upcasters).map(Number)) {
      if (!Number.isInteger(from) || from < 1 || from >= version) {
        throw new Error(`${type} has an upcaster from version ${from}, but its version is ${version}`);
      }
    }
  }
}

/** Upcasts stored data to the current version. */
export function upcast(
  type: string,
  definition: StoredEventDefinition,
  storedVersion: number,
  data: Data,
): Data {
  if (storedVersion === definition.version) return data;
  if (storedVersion > definition.version) {
    throw new UnknownEvent(type, `version ${storedVersion} was written by a newer release`);
  }
  let current = data;
  for (let from = storedVersion; from < definition.version; from += 1) {
    const step = definition.upcasters?.[from];
    if (step === undefined) throw new UnknownEvent(type, `no upcaster from version ${from}`);
    current = step(current);
  }
  return current;
}
