import { hash } from 'node:crypto';

/** Made up once; changing it would give every retried append new ids. */
const NAMESPACE = Buffer.from('6f1c1f0e5b0b4f6d9a3e7c2d8e4b5a10', 'hex');

/** A name-based UUID (version 5) of a name. */
function uuidV5(name: string): string {
  const digest = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(name, 'utf8')]), 'buffer');
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The id of the event at place `index` of what a command appends to a stream: the same whenever it is tried. */
export function eventId(commandId: string, stream: string, index: number): string {
  return uuidV5(`${commandId}\n${stream}\n${index}`);
}
