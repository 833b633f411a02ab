/**
 * The shape of every domain event before it is stored: a past-tense type and its data, with `at` by the studio clock.
 */
export interface DomainEvent<Type extends string, Data extends object> {
  readonly type: Type;
  readonly data: Readonly<Data & { at: string }>;
}

/** Stands for personal data whose key has been destroyed. */
export interface Forgotten {
  readonly forgotten: true;
}

/** Personal data of one person: plain in memory, sealed with that person's key in the store. */
export type Personal<T extends object> = T | Forgotten;

export const isForgotten = (personal: object): personal is Forgotten => 'forgotten' in personal;

/** How one event type is stored; the store seals `data.personal` with the key of its owner when `personal` is set. */
export interface EventDefinition {
  /** Increases by one when the shape changes; older stored versions pass through `upcasters`. */
  readonly version: number;
  readonly personal?: true;
  /** The field of the data that names the owner of the key; `memberId` by default. */
  readonly owner?: 'memberId' | 'staffId';
  /** `upcasters[n]` converts the data of version n to version n + 1. */
  readonly upcasters?: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
}
