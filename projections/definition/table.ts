/** SQL column types of read models, with the type of the value to write. */
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

/** `'text'` is NOT NULL, `'text null'` is nullable. */
export type ColumnType = BaseType | `${BaseType} null`;

type ValueOf<T extends ColumnType> = T extends `${infer Base extends BaseType} null`
  ? ColumnValues[Base] | null
  : T extends BaseType
    ? ColumnValues[T]
    : never;

type NullableColumns<C> = { [K in keyof C]: C[K] extends `${string} null` ? K : never }[keyof C];

/** A table of any columns. */
export interface AnyTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
  readonly counters: readonly string[];
  readonly indexes: readonly string[];
  readonly defaults: Readonly<Record<string, string | number | boolean>>;
  /** The columns with personal data in clear. */
  readonly personal: readonly string[];
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

/** A whole row; nullable columns can be omitted. */
export type NewRow<T extends AnyTable> = {
  readonly [K in Exclude<keyof T['columns'], NullableColumns<T['columns']>>]: ValueOf<T['columns'][K]>;
} & {
  readonly [K in NullableColumns<T['columns']>]?: ValueOf<T['columns'][K]>;
};

export type KeyOf<T extends AnyTable> = {
  readonly [K in T['key'][number] & keyof T['columns']]: ValueOf<T['columns'][K]>;
};

/** New values of some columns other than key columns. */
export type PatchOf<T extends AnyTable> = {
  readonly [K in Exclude<keyof T['columns'], T['key'][number]>]?: ValueOf<T['columns'][K]>;
};

/** A text column and the value that rows must have in it. */
export interface WhereOf<T extends AnyTable> {
  readonly column: keyof T['columns'] & string;
  readonly is: string;
}

/** Amounts to add to counters; negative to subtract. */
export type DeltasOf<T extends AnyTable> = { readonly [K in T['counters'][number]]?: number };

/**
 * Declares a table of a read model. `counters` are integer columns for `add`. Of `personal` columns Postgres gathers no statistics,
 * because these are samples of values that outlive the rows. `indexes` are the text after `CREATE INDEX ON table`,
 * such as `(member_id) WHERE available > 0`. There are no unique ones, because a constraint could reject an event
 * that did happen. `defaults` are those of the spec's stored schema; a projection itself writes every column.
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
  readonly defaults?: { readonly [K in keyof C]?: string | number | boolean };
  readonly personal?: readonly (keyof C & string)[];
}): Table<C, K, N> {
  const { name, columns, key, counters = [], indexes = [], defaults = {}, personal = [] } = definition;
  return { name, columns, key, counters, indexes, defaults, personal };
}
