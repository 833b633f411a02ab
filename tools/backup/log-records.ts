import { type LogEvent, TOMBSTONE_REVISION } from '#embedded/event-store-node/log/log-event.ts';
import { uuidFromBytes, uuidToBytes } from '#embedded/event-store-node/log/uuid.ts';
import { BackupError } from './backup-error.ts';

const INT64_MAX = 2n ** 63n - 1n;
/** Three numbers, the id, a flag and three lengths. */
const FIXED_BYTES = 3 * 8 + 16 + 1 + 3 * 4;

/**
 * Encodes an event: its length in 4 bytes; position, revision and creation (microseconds) in 8 each; the id in 16;
 * whether it is JSON in 1. Then the lengths of stream, type and metadata in 4 each, then these and the data. Big
 * endian.
 */
export function encodeRecord(event: LogEvent): Buffer {
  const stream = Buffer.from(event.stream);
  const type = Buffer.from(event.type);
  const { customMetadata, data } = event;
  const length = FIXED_BYTES + stream.length + type.length + customMetadata.length + data.length;
  const record = Buffer.allocUnsafe(4 + length);
  record.writeUInt32BE(length, 0);
  record.writeBigInt64BE(BigInt(event.position), 4);
  record.writeBigInt64BE(event.revision === TOMBSTONE_REVISION ? INT64_MAX : BigInt(event.revision), 12);
  record.writeBigInt64BE(BigInt(event.createdMicros), 20);
  uuidToBytes(event.id).copy(record, 28);
  record.writeUInt8(event.isJson ? 1 : 0, 44);
  record.writeUInt32BE(stream.length, 45);
  record.writeUInt32BE(type.length, 49);
  record.writeUInt32BE(customMetadata.length, 53);
  let offset = 57;
  for (const bytes of [stream, type, customMetadata, data]) offset += bytes.copy(record, offset);
  return record;
}

/** Decodes consecutive records. @throws BackupError */
export function decodeRecords(content: Buffer): LogEvent[] {
  const events: LogEvent[] = [];
  for (let offset = 0; offset < content.length; ) {
    if (offset + 4 + FIXED_BYTES > content.length)
      throw new BackupError('An event in the backup is cut off.');
    const length = content.readUInt32BE(offset);
    const end = offset + 4 + length;
    const [streamLength, typeLength, metadataLength] = [45, 49, 53].map((field) =>
      content.readUInt32BE(offset + field),
    );
    if (streamLength === undefined || typeLength === undefined || metadataLength === undefined) return events;
    const stream = offset + 57;
    const type = stream + streamLength;
    const metadata = type + typeLength;
    const data = metadata + metadataLength;
    if (end > content.length || data > end) throw new BackupError('An event in the backup is cut off.');
    const revision = content.readBigInt64BE(offset + 12);
    events.push({
      position: Number(content.readBigInt64BE(offset + 4)),
      revision: revision === INT64_MAX ? TOMBSTONE_REVISION : Number(revision),
      createdMicros: Number(content.readBigInt64BE(offset + 20)),
      id: uuidFromBytes(content.subarray(offset + 28, offset + 44)),
      isJson: content.readUInt8(offset + 44) === 1,
      stream: content.toString('utf8', stream, type),
      type: content.toString('utf8', type, metadata),
      customMetadata: content.subarray(metadata, data),
      data: content.subarray(data, end),
    });
    offset = end;
  }
  return events;
}
