import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipArchive } from 'archiver';
import { exportTables, readExport } from '#projections/read-models/export-queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { eventColumns, readEventRows } from './export-events.ts';
import { formatReadme } from './format-readme.ts';
import { toCsv, toJson } from './format-table.ts';

type Source = Pick<ApiDependencies, 'pool' | 'eventStore' | 'config'>;

async function writeArchive({ pool, eventStore, config }: Source, path: string, now: Date): Promise<void> {
  const archive = new ZipArchive({ zlib: { level: 6 } });
  const written = pipeline(archive, createWriteStream(path, { mode: 0o600 }));
  const failed = new Promise<never>((_, reject) => archive.once('error', reject));
  failed.catch(() => undefined);
  /** One entry after the other: they read the same connection. */
  const add = (name: string, content: Readable | string) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => {
        archive.once('entry', () => resolve());
        if (typeof content !== 'string') content.once('error', reject);
        archive.append(content, { name, date: now });
      }),
    ]);
  const fill = async () => {
    await add('README.md', formatReadme(config.studio.name, now));
    await readExport(pool, async (readRows) => {
      for (const table of exportTables) {
        await add(`${table.name}.csv`, toCsv(Object.keys(table.columns), readRows(table)));
        await add(`${table.name}.json`, toJson(readRows(table)));
      }
    });
    await add('events.csv', toCsv(Object.keys(eventColumns), readEventRows(eventStore)));
    await add('events.json', toJson(readEventRows(eventStore)));
    await archive.finalize();
  };
  try {
    await Promise.all([written, fill()]);
  } catch (error) {
    // What failed leaves neither the archive nor its file open.
    archive.destroy();
    throw error;
  }
}

/**
 * All of the studio's data as a zip file. It is written to a file first, so that a slow download holds no snapshot of
 * the database. No other process can open the file: it has no name any more when it is read.
 */
export async function writeExport(source: Source, now: Date): Promise<Readable> {
  const folder = await mkdtemp(join(tmpdir(), 'tideline-export-'));
  try {
    const path = join(folder, 'export.zip');
    await writeArchive(source, path, now);
    const file = await open(path);
    return file.createReadStream();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
