const SLAB = 128 * 1024;
/** Larger ones have memory of their own. */
const SMALL = SLAB / 8;

let slab = Buffer.alloc(0);
let used = 0;

/**
 * A copy for as long as the event is among the newest. These come and go in one order, so the slabs that they lie in are let go
 * of whole; in Node's own they would lie between what lives for a moment, and keep all of it in memory.
 */
export function copyToSlab(bytes: Buffer): Buffer {
  const { length } = bytes;
  if (length > SMALL) {
    const own = Buffer.allocUnsafeSlow(length);
    bytes.copy(own);
    return own;
  }
  if (used + length > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    used = 0;
  }
  const kept = slab.subarray(used, used + length);
  bytes.copy(kept);
  used += length;
  return kept;
}
