import { createHash, createHmac } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { z } from 'zod';
import { secretsEqual } from '#infra/crypto/timing-safe-equal.ts';
import { BackupError } from './backup-error.ts';
import {
  type About,
  aboutSchema,
  type BackupTotals,
  deriveMacKey,
  endSchema,
  FIRST_LINE,
  FORMAT,
  logFacts,
  partHeaderSchema,
  tableFacts,
} from './file-format.ts';

const decompress = promisify(zstdDecompress);
const LINE_LIMIT = 1_048_576;
const READ_SIZE = 262_144;

/** A part of a backup with a correct hash. */
export type Part =
  | { readonly part: 'about'; readonly about: About }
  | ({ readonly part: 'table'; readonly content: Buffer } & z.infer<typeof tableFacts>)
  | { readonly part: 'sequences'; readonly content: Buffer }
  | ({ readonly part: 'log'; readonly content: Buffer } & z.infer<typeof logFacts>)
  | { readonly part: 'end'; readonly totals: BackupTotals };

/**
 * Reads a backup part by part, `about` first and `end` last, and checks each hash before it yields the part. Only `end` proves that
 * the file is complete and belongs to this master key.
 * @throws BackupError
 */
export async function* readBackup(path: string, masterKey: Buffer): AsyncGenerator<Part, void> {
  const damaged = (what: string, cause?: unknown) =>
    new BackupError(`${path} is damaged: ${what}. Nothing was brought back; use another backup.`, cause);
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new BackupError(`${path} can't be read.`, cause);
  });
  const input = new FileReader(file);
  try {
    if ((await input.readLine()) !== FIRST_LINE.trimEnd()) {
      throw new BackupError(`${path} is not a backup that this release can read.`);
    }
    const hash = createHash('sha256');
    for (let parts = 0; ; parts += 1) {
      const line = await input.readLine();
      if (line === undefined) throw damaged('it ends too early');
      const header = parseJson(line);
      const end = endSchema.safeParse(header);
      if (end.success) {
        const { sha256, mac, facts } = end.data;
        if (end.data.parts !== parts || hash.digest('hex') !== sha256)
          throw damaged('parts of it are missing');
        if (!secretsEqual(mac, createHmac('sha256', deriveMacKey(masterKey)).update(sha256).digest('hex'))) {
          throw new BackupError(
            `${path} belongs to another MASTER_KEY than this one, or was altered. Without its own key no personal data in it could be read.`,
          );
        }
        if (!(await input.isAtEnd())) throw damaged('something follows its end');
        yield { part: 'end', totals: facts };
        return;
      }
      const parsed = partHeaderSchema.safeParse(header);
      if (!parsed.success) throw damaged(`the header of part ${parts + 1} can't be read`);
      hash.update(`${line}\n`);
      const { part, bytes, sha256, facts } = parsed.data;
      const payload = await input.readBytes(bytes);
      if (payload === undefined) throw damaged('it ends too early');
      if (createHash('sha256').update(payload).digest('hex') !== sha256) {
        throw damaged(`part ${parts + 1} (${part}) does not have the hash that it was written with`);
      }
      if ((part === 'about') !== (parts === 0)) throw damaged('its parts are out of order');
      const content = bytes === 0 ? payload : await decompress(payload);
      try {
        yield createPart(part, facts, content);
      } catch (error) {
        if (error instanceof BackupError) throw error;
        throw damaged(`part ${parts + 1} (${part}) does not say what it should`, error);
      }
    }
  } finally {
    await file.close();
  }
}

function createPart(part: 'about' | 'table' | 'sequences' | 'log', facts: object, content: Buffer): Part {
  switch (part) {
    case 'about': {
      const about = aboutSchema.parse(facts);
      if (about.format !== FORMAT) {
        throw new BackupError(
          `The backup was made by release ${about.product} in a format that this one can't read.`,
        );
      }
      return { part, about };
    }
    case 'table':
      return { part, content, ...tableFacts.parse(facts) };
    case 'log':
      return { part, content, ...logFacts.parse(facts) };
    case 'sequences':
      return { part, content };
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Reads lines and bytes from the start of a file. */
class FileReader {
  readonly #file: FileHandle;
  #buffered: Buffer = Buffer.alloc(0);
  #ended = false;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Returns a line without its line feed, or undefined when no complete line is left. */
  async readLine(): Promise<string | undefined> {
    for (let from = 0; ; ) {
      const end = this.#buffered.indexOf(10, from);
      if (end !== -1) return this.#take(end + 1).toString('utf8', 0, end);
      from = this.#buffered.length;
      if (from > LINE_LIMIT || !(await this.#fill())) return undefined;
    }
  }

  async readBytes(count: number): Promise<Buffer | undefined> {
    while (this.#buffered.length < count) if (!(await this.#fill(count))) return undefined;
    return this.#take(count);
  }

  async isAtEnd(): Promise<boolean> {
    return this.#buffered.length === 0 && !(await this.#fill());
  }

  #take(count: number): Buffer {
    const taken = this.#buffered.subarray(0, count);
    this.#buffered = this.#buffered.subarray(count);
    return taken;
  }

  async #fill(wanted = 0): Promise<boolean> {
    if (this.#ended) return false;
    const room = Buffer.allocUnsafe(Math.max(READ_SIZE, wanted - this.#buffered.length));
    const { bytesRead } = await this.#file.read(room, 0, room.length);
    this.#ended = bytesRead === 0;
    if (bytesRead > 0) this.#buffered = Buffer.concat([this.#buffered, room.subarray(0, bytesRead)]);
    return bytesRead > 0;
  }
}
