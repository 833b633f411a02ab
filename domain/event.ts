/** What every domain event looks like before it is stored: a past-tense type and its data, with `at` by the studio clock. */
export interface DomainEvent<Type extends string, Data extends object> {
  readonly type: Type;
  readonly data: Readonly<Data & { at: string }>;
}

/** What reading personal data answers once the person's key has been destroyed. */
export interface Forgotten {
  readonly forgotten: true;
}

/** Personal data of one person: in clear in memory, sealed with that person's key in the store. */
export type Personal<T extends object> = T | Forgotten;

export const isForgotten = (personal: object): personal is Forgotten => 'forgotten' in personal;

/** How one event type is stored; the store seals `data.personal` with the key of its owner when `personal` is set. */
export interface EventDefinition {
  /** Grows by one when the shape changes; older stored versions pass through `upcasters`. */
  readonly version: number;
  readonly personal?: true;
  /** The field of the data that names whose key seals: `memberId` unless said. */
  readonly owner?: 'memberId' | 'staffId';
  /** `upcasters[n]` turns the data of version n into that of version n + 1. */
  readonly upcasters?: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
}
