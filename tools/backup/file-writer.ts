import { createHash, createHmac } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { deriveMacKey, FIRST_LINE, type PartHeader } from './file-format.ts';

const compress = promisify(zstdCompress);

/** Writes a backup file part by part, in the format of `file-format.ts`. */
export class BackupFileWriter {
  readonly #file: FileHandle;
  readonly #masterKey: Buffer;
  readonly #hash = createHash('sha256');
  #parts = 0;
  #bytes = 0;

  private constructor(file: FileHandle, masterKey: Buffer) {
    this.#file = file;
    this.#masterKey = masterKey;
  }

  /** Creates the file, readable by its owner only. Throws when it exists. */
  static async create(path: string, masterKey: Buffer): Promise<BackupFileWriter> {
    const writer = new BackupFileWriter(await open(path, 'wx', 0o600), masterKey);
    await writer.#write(Buffer.from(FIRST_LINE));
    return writer;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async writePart(
    part: PartHeader['part'],
    facts: Readonly<Record<string, unknown>>,
    content: Buffer = EMPTY,
  ): Promise<void> {
    const payload = content.length === 0 ? EMPTY : await compress(content, LEVEL);
    const header: PartHeader = {
      part,
      bytes: payload.length,
      sha256: createHash('sha256').update(payload).digest('hex'),
      facts: { ...facts },
    };
    await this.#writeLine(header);
    await this.#write(payload);
    this.#parts += 1;
  }

  /** Writes the last line and syncs the file to disk. */
  async finish(facts: object): Promise<void> {
    const sha256 = this.#hash.copy().digest('hex');
    const mac = createHmac('sha256', deriveMacKey(this.#masterKey)).update(sha256).digest('hex');
    await this.#writeLine({ part: 'end', parts: this.#parts, sha256, mac, facts });
    await this.#file.sync();
    await this.#file.close();
  }

  /** Closes a file that will not be finished. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }

  async #writeLine(header: object): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(header)}\n`);
    this.#hash.update(line);
    await this.#write(line);
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#bytes += bytes.length;
    for (let offset = 0; offset < bytes.length; ) {
      offset += (await this.#file.write(bytes, offset)).bytesWritten;
    }
  }
}

const EMPTY = Buffer.alloc(0);
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
