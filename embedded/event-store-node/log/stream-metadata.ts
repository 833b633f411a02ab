import { TOMBSTONE_REVISION } from './log-event.ts';

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);
const INTEGER_KEYS = ['$maxCount', '$maxAge', '$tb', '$cacheControl'];

/** The part of a stream's metadata that decides which of its events are visible. */
export interface StreamMetadata {
  readonly maxCount?: number;
  readonly maxAgeSeconds?: number;
  /** Events below are hidden; TOMBSTONE_REVISION means soft-deleted. */
  readonly truncateBefore?: number;
}

export const NO_METADATA: StreamMetadata = {};

export function isMetastream(stream: string): boolean {
  return stream.startsWith('$$');
}

export function metastreamOf(stream: string): string {
  return `$$${stream}`;
}

export function originalOf(metastream: string): string {
  return metastream.slice(2);
}

export function isSoftDeleted(metadata: StreamMetadata): boolean {
  return metadata.truncateBefore === TOMBSTONE_REVISION;
}

/**
 * Parses the last event of a metastream. Returns no metadata when it is not a JSON object, or has text or a fraction instead of an
 * integer. A limit that is out of range is left out.
 */
export function parseStreamMetadata(isJson: boolean, data: Buffer): StreamMetadata {
  const integers = isJson ? readIntegers(data) : undefined;
  if (!integers) return NO_METADATA;
  const maxCount = integers.get('$maxCount');
  const maxAge = integers.get('$maxAge');
  const truncateBefore = integers.get('$tb');
  return {
    ...(maxCount !== undefined && maxCount > 0n && { maxCount: Number(maxCount) }),
    ...(maxAge !== undefined && maxAge > 0n && { maxAgeSeconds: Number(maxAge) }),
    ...(truncateBefore !== undefined &&
      truncateBefore >= 0n && { truncateBefore: toRevision(truncateBefore) }),
  };
}

/** Replaces `$tb` in metadata; undefined when the data is not a JSON object, or is nested too deeply. */
export function withTruncateBefore(data: Buffer, truncateBefore: number): Buffer | undefined {
  const object = parseObject(data);
  if (!object) return undefined;
  try {
    return Buffer.from(JSON.stringify({ ...object, $tb: truncateBefore }));
  } catch {
    return undefined;
  }
}

/** The metadata written by a soft delete. */
export const SOFT_DELETE_METADATA = Buffer.from(`{"$tb":${INT64_MAX}}`);

// Only exactly 2^63-1 means deleted; smaller numbers must not be rounded up to it.
function toRevision(value: bigint): number {
  if (value === INT64_MAX) return TOMBSTONE_REVISION;
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value);
}

function parseObject(
  data: Buffer,
  reviver?: (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown,
): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(data.toString('utf8'), reviver);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the integer keys exactly, because JSON.parse rounds 2^63-1; undefined when one is not an integer. */
function readIntegers(data: Buffer): Map<string, bigint> | undefined {
  const sources = new Map<unknown, Map<string, string>>();
  function recordSource(this: unknown, key: string, value: unknown, context?: { source?: string }): unknown {
    if (INTEGER_KEYS.includes(key) && typeof value === 'number' && context?.source !== undefined) {
      const ofHolder = sources.get(this) ?? new Map<string, string>();
      sources.set(this, ofHolder.set(key, context.source));
    }
    return value;
  }
  const object = parseObject(data, recordSource);
  if (!object) return undefined;
  const integers = new Map<string, bigint>();
  for (const key of INTEGER_KEYS) {
    if (!Object.hasOwn(object, key)) continue;
    const source = sources.get(object)?.get(key);
    if (source === undefined || !/^-?\d+$/.test(source)) return undefined;
    const value = BigInt(source);
    if (value > INT64_MAX || value < INT64_MIN) return undefined;
    integers.set(key, value);
  }
  return integers;
}
