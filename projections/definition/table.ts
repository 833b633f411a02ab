/** SQL column types that read models use, and what a row holds for each when it is written. */
interface ColumnValues {
  text: string;
  integer: number;
  boolean: boolean;
  /** ISO text when written. */
  timestamptz: string;
  /** Written as decimal text: positions and revisions have 64 bits. */
  bigint: string;
}

type BaseType = keyof ColumnValues;

/** `'text'` is NOT NULL, `'text null'` is not. */
export type ColumnType = BaseType | `${BaseType} null`;

type ValueOf<T extends ColumnType> = T extends `${infer Base extends BaseType} null`
  ? ColumnValues[Base] | null
  : T extends BaseType
    ? ColumnValues[T]
    : never;

type NullableColumns<C> = { [K in keyof C]: C[K] extends `${string} null` ? K : never }[keyof C];

/** A table as the runner sees it. */
export interface AnyTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
  readonly counters: readonly string[];
  readonly indexes: readonly string[];
}

export interface Table<
  C extends Readonly<Record<string, ColumnType>>,
  K extends keyof C & string,
  N extends keyof C & string,
> extends AnyTable {
  readonly columns: C;
  readonly key: readonly K[];
  readonly counters: readonly N[];
}

/** A whole row; columns that may be null can be left out. */
export type NewRow<T extends AnyTable> = {
  readonly [K in Exclude<keyof T['columns'], NullableColumns<T['columns']>>]: ValueOf<T['columns'][K]>;
} & {
  readonly [K in NullableColumns<T['columns']>]?: ValueOf<T['columns'][K]>;
};

export type KeyOf<T extends AnyTable> = {
  readonly [K in T['key'][number] & keyof T['columns']]: ValueOf<T['columns'][K]>;
};

/** New values of some columns, key columns excepted. */
export type PatchOf<T extends AnyTable> = {
  readonly [K in Exclude<keyof T['columns'], T['key'][number]>]?: ValueOf<T['columns'][K]>;
};

/** One column, by name, and the value that rows have in it; for columns that are text. */
export interface WhereOf<T extends AnyTable> {
  readonly column: keyof T['columns'] & string;
  readonly is: string;
}

/** What is added to counters; negative takes away. */
export type DeltasOf<T extends AnyTable> = { readonly [K in T['counters'][number]]?: number };

/**
 * Declares a table of a read model. `counters` are integer columns that `add` may move. `indexes` are what follows
 * `CREATE INDEX ON table`, such as `(member_id) WHERE available > 0`; unique ones are not offered, since a constraint
 * could make an event that did happen impossible to show.
 */
export function defineTable<
  const C extends Readonly<Record<string, ColumnType>>,
  const K extends keyof C & string,
  const N extends keyof C & string = never,
>(definition: {
  readonly name: string;
  readonly columns: C;
  readonly key: readonly K[];
  readonly counters?: readonly N[];
  readonly indexes?: readonly string[];
}): Table<C, K, N> {
  const { name, columns, key, counters = [], indexes = [] } = definition;
  return { name, columns, key, counters, indexes };
}
