import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type LogEvent, TOMBSTONE_REVISION } from '#embedded/event-store-node/log/log-event.ts';
import { BackupError } from './backup-error.ts';
import { decodeRecords, encodeRecord } from './log-records.ts';

const event: LogEvent = {
  position: 2 ** 40 + 548,
  revision: 3,
  stream: 'wallet-ünï 🎾',
  type: 'Größe',
  id: randomUUID(),
  isJson: true,
  createdMicros: 1_763_763_763_763_763,
  customMetadata: Buffer.from('{"v": 1}'),
  data: Buffer.from('{ "a": 1.0 }'),
};
const events: LogEvent[] = [
  event,
  {
    ...event,
    revision: TOMBSTONE_REVISION,
    isJson: false,
    customMetadata: Buffer.alloc(0),
    data: Buffer.alloc(0),
  },
  { ...event, stream: 's', data: Buffer.alloc(100_000, 255) },
];

it('decodes the events that were encoded, in order', () => {
  expect(decodeRecords(Buffer.concat(events.map(encodeRecord)))).toEqual(events);
  expect(decodeRecords(Buffer.alloc(0))).toEqual([]);
});

it('rejects a record that is cut off at any length', () => {
  const record = encodeRecord(event);
  for (let length = 1; length < record.length; length += 1) {
    expect(() => decodeRecords(record.subarray(0, length))).toThrow(BackupError);
  }
});
