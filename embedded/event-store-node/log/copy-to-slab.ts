const SLAB_BYTES = 128 * 1024;
/** Larger copies get memory of their own. */
const MAX_SHARED_BYTES = SLAB_BYTES / 8;

let slab = Buffer.alloc(0);
let used = 0;

/**
 * Copies bytes that stay cached as long as their event is among the newest. They are dropped in the order of their creation, so a whole
 * slab is freed at a time. In Node's own pool they would lie among short-lived buffers, and keep the memory of those.
 */
export function copyToSlab(bytes: Buffer): Buffer {
  const { length } = bytes;
  if (length > MAX_SHARED_BYTES) {
    const own = Buffer.allocUnsafeSlow(length);
    bytes.copy(own);
    return own;
  }
  if (used + length > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  const copy = slab.subarray(used, used + length);
  bytes.copy(copy);
  used += length;
  return copy;
}
