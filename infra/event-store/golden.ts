import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StoredEventDefinition, upcast } from './registry.ts';

/** An event as some version of the code once stored it, and what today's code makes of it. */
export interface GoldenEvent {
  readonly type: string;
  readonly version: number;
  /** `data` as it was stored, personal data in clear. */
  readonly stored: Record<string, unknown>;
  /** `data` brought to the current version. */
  readonly current: Record<string, unknown>;
}

/**
 * Reads the golden fixtures of a folder: one `<Type>.v<version>.json` for each type and version there has ever been, holding
 * the event's data. Throws when one is missing or belongs to nothing: fixtures are added, never edited or removed.
 */
export function readGoldenEvents(
  folder: string,
  registry: Readonly<Record<string, StoredEventDefinition>>,
): GoldenEvent[] {
  const files = new Set(readdirSync(folder).filter((file) => file.endsWith('.json')));
  const golden: GoldenEvent[] = [];
  const missing: string[] = [];
  for (const [type, definition] of Object.entries(registry)) {
    for (let version = 1; version <= definition.version; version += 1) {
      const file = `${type}.v${version}.json`;
      if (!files.delete(file)) {
        missing.push(file);
        continue;
      }
      const stored = parseData(file, readFileSync(join(folder, file), 'utf8'));
      golden.push({
        type,
        version,
        stored,
        current: upcast(type, definition, version, structuredClone(stored)),
      });
    }
  }
  if (missing.length > 0) throw new Error(`Golden fixtures are missing: ${missing.join(', ')}`);
  if (files.size > 0)
    throw new Error(`Golden fixtures of no event type or version: ${[...files].join(', ')}`);
  return golden;
}

function parseData(file: string, text: string): Record<string, unknown> {
  const data: unknown = JSON.parse(text);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new Error(`${file} does not hold an event's data`);
  }
  return { ...data };
}
