import type { WireReader } from '#infra/protobuf/wire-reader.ts';
import { copyToSlab } from '../log/copy-to-slab.ts';
import { isNilUuid } from '../log/uuid.ts';
import type { ProposedEvent } from '../log/write-request.ts';
import { readUuid } from './shared-fields.ts';

/** Why a proposed event is invalid. */
export type ProposalFault = 'bad-id' | 'empty-type' | 'missing-metadata';

const EMPTY = Buffer.alloc(0);

/** Reads the ProposedMessage of Append or of BatchAppend, which have the same fields. */
export function readProposedMessage(message: WireReader): ProposedEvent | ProposalFault {
  let id: string | undefined;
  let type: string | undefined;
  let contentType: string | undefined;
  let customMetadata: Buffer = EMPTY;
  let data: Buffer = EMPTY;
  while (!message.done) {
    const tag = message.tag();
    switch (tag) {
      case 8 + 2:
        id = readUuid(message.message());
        break;
      case 2 * 8 + 2: {
        const [key, value] = readMapEntry(message.message());
        if (key === 'type') type = value;
        else if (key === 'content-type') contentType = value;
        break;
      }
      case 3 * 8 + 2:
        customMetadata = message.bytes();
        break;
      case 4 * 8 + 2:
        data = message.bytes();
        break;
      default:
        message.skip(tag);
    }
  }
  if (type === undefined || contentType === undefined) return 'missing-metadata';
  if (id === undefined || isNilUuid(id)) return 'bad-id';
  if (type === '') return 'empty-type';
  const isJson = contentType === 'application/json';
  // Copies, because the message is a view into a large network buffer, which would stay in memory.
  return { id, type, isJson, customMetadata: copy(customMetadata), data: copy(data) };
}

function copy(bytes: Buffer): Buffer {
  return bytes.length === 0 ? EMPTY : copyToSlab(bytes);
}

function readMapEntry(entry: WireReader): [key: string, value: string] {
  let key = '';
  let value = '';
  while (!entry.done) {
    const tag = entry.tag();
    if (tag === 8 + 2) key = entry.text();
    else if (tag === 16 + 2) value = entry.text();
    else entry.skip(tag);
  }
  return [key, value];
}
