/**
 * How often `GET /api/events` sends the event `heartbeat` to every open page. A page that receives nothing for longer knows that
 * its stream hangs, for example in a proxy that buffers answers.
 */
export const HEARTBEAT_MS = 20_000;

/** A page whose stream is not open this long after it asked for it counts it as failed, and reads everything again. */
export const READY_WITHIN_MS = 10_000;
