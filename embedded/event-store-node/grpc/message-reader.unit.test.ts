import { expect, it } from 'vitest';
import { MessageReader } from './message-reader.ts';

function frame(message: Buffer): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

function readAll(chunks: readonly Buffer[]): { messages: string[]; reader: MessageReader } {
  const reader = new MessageReader();
  const messages: string[] = [];
  for (const chunk of chunks) reader.read(chunk, (message) => messages.push(message.toString()) > 0);
  return { messages, reader };
}

const texts = ['', 'a', 'some text', 'x'.repeat(10_000), '', 'last'];
const bytes = Buffer.concat(texts.map((text) => frame(Buffer.from(text))));

it.each([1, 2, 3, 5, 7, 100, 4_999, bytes.length])(
  'reads messages that arrive in chunks of %i bytes',
  (size) => {
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    const { messages, reader } = readAll(chunks);
    expect(messages).toEqual(texts);
    expect(reader.pendingBytes).toBe(0);
  },
);

it('takes about the memory of the bytes that arrived, however small the chunks and large the message', () => {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(16_000_000, 1);
  const { reader } = readAll([prefix, ...Array.from({ length: 20_000 }, () => Buffer.alloc(1))]);
  expect(reader.pendingBytes).toBeGreaterThan(20_000);
  expect(reader.pendingBytes).toBeLessThan(50_000);
});

it('stops after a message when the caller asks to', () => {
  const reader = new MessageReader();
  const messages: string[] = [];
  reader.read(bytes, (message) => messages.push(message.toString()) < 3);
  expect(messages).toEqual(texts.slice(0, 3));
});

it('refuses a message over 17 MiB and a compressed one', () => {
  const tooLarge = Buffer.alloc(5);
  tooLarge.writeUInt32BE(17 * 1024 * 1024 + 1, 1);
  expect(() => readAll([tooLarge])).toThrow('maximum size');
  // The length is known when the fifth byte arrives.
  expect(() => readAll([tooLarge.subarray(0, 3), tooLarge.subarray(3)])).toThrow('maximum size');
  expect(() => readAll([Buffer.from([1, 0, 0, 0, 0])])).toThrow('Compressed');
});
