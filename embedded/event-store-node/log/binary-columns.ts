import { type LogEvent, TOMBSTONE_REVISION } from './log-event.ts';
import { streamKey } from './stream-key.ts';
import { uuidToBytes } from './uuid.ts';

const OID = { bool: 16, bytea: 17, int8: 20, uuid: 2950 };
const HEADER_BYTES = 20;
const INT64_MAX = 2n ** 63n - 1n;

const TRUE = Buffer.from([1]);
const FALSE = Buffer.from([0]);

/** Encodes the columns of an event in binary form, in the order of the insert statements. */
export function toColumns(event: LogEvent): Buffer[] {
  return [
    toInt64(event.position),
    toInt64(event.revision),
    toInt64(event.createdMicros),
    streamKey(event.stream),
    uuidToBytes(event.id),
    event.isJson ? TRUE : FALSE,
    Buffer.from(event.stream),
    Buffer.from(event.type),
    event.customMetadata,
    event.data,
  ];
}

const COLUMN_TYPES = [
  OID.int8,
  OID.int8,
  OID.int8,
  OID.uuid,
  OID.uuid,
  OID.bool,
  OID.bytea,
  OID.bytea,
  OID.bytea,
  OID.bytea,
];

/** Encodes each column of several events as a Postgres array in binary form. */
export function toColumnArrays(events: readonly LogEvent[]): Buffer[] {
  const columns: Buffer[][] = COLUMN_TYPES.map(() => []);
  for (const event of events) {
    toColumns(event).forEach((value, i) => {
      columns[i]?.push(value);
    });
  }
  return columns.map((values, i) => toBinaryArray(COLUMN_TYPES[i] ?? OID.bytea, values));
}

function toInt64(number: number): Buffer {
  const value = Buffer.allocUnsafe(8);
  value.writeBigInt64BE(number === TOMBSTONE_REVISION ? INT64_MAX : BigInt(number));
  return value;
}

function toBinaryArray(oid: number, items: readonly Buffer[]): Buffer {
  const array = Buffer.allocUnsafe(items.reduce((size, item) => size + 4 + item.length, HEADER_BYTES));
  array.writeInt32BE(1, 0); // dimensions
  array.writeInt32BE(0, 4); // no nulls
  array.writeInt32BE(oid, 8);
  array.writeInt32BE(items.length, 12);
  array.writeInt32BE(1, 16); // lower bound
  let at = HEADER_BYTES;
  for (const item of items) {
    array.writeInt32BE(item.length, at);
    item.copy(array, at + 4);
    at += 4 + item.length;
  }
  return array;
}
