import { type LogEvent, TOMBSTONE_REVISION } from './log-event.ts';
import { streamKey } from './stream-key.ts';
import { uuidToBytes } from './uuid.ts';

const OID = { bool: 16, bytea: 17, int8: 20, uuid: 2950 };
const HEADER = 20;
const INT64_MAX = 2n ** 63n - 1n;

const TRUE = Buffer.from([1]);
const FALSE = Buffer.from([0]);

/** The columns of an event in binary form, in the order that the insert statements name them. */
export function columnsOf(event: LogEvent): Buffer[] {
  return [
    bigint(event.position),
    bigint(event.revision),
    bigint(event.createdMicros),
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

/** The columns of some events, each as a Postgres array in binary form. */
export function columnArraysOf(events: readonly LogEvent[]): Buffer[] {
  const columns: Buffer[][] = COLUMN_TYPES.map(() => []);
  for (const event of events) {
    columnsOf(event).forEach((value, i) => {
      columns[i]?.push(value);
    });
  }
  return columns.map((values, i) => binaryArray(COLUMN_TYPES[i] ?? OID.bytea, values));
}

function bigint(number: number): Buffer {
  const value = Buffer.allocUnsafe(8);
  value.writeBigInt64BE(number === TOMBSTONE_REVISION ? INT64_MAX : BigInt(number));
  return value;
}

function binaryArray(oid: number, items: readonly Buffer[]): Buffer {
  const array = Buffer.allocUnsafe(items.reduce((size, item) => size + 4 + item.length, HEADER));
  array.writeInt32BE(1, 0); // dimensions
  array.writeInt32BE(0, 4); // no nulls
  array.writeInt32BE(oid, 8);
  array.writeInt32BE(items.length, 12);
  array.writeInt32BE(1, 16); // lower bound
  let at = HEADER;
  for (const item of items) {
    array.writeInt32BE(item.length, at);
    item.copy(array, at + 4);
    at += 4 + item.length;
  }
  return array;
}
