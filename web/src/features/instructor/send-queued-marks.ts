import { dequeueMark, type QueuedMark, readQueue } from './attendance-queue.ts';

interface SendOptions {
  /** The identity of the current session, whose marks are sent; null without a session. */
  readonly readIdentity: () => string | null;
  readonly send: (mark: QueuedMark) => Promise<void>;
  /** Whether the server will never accept the mark, so that a retry is useless. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onRefused: (mark: QueuedMark) => void;
}

let isSending = false;

const findNext = (identity: string | null): QueuedMark | undefined =>
  readQueue().find(({ pressedBy }) => pressedBy === identity);

/**
 * Sends the queued marks one by one, the oldest first. It stops at a failure and continues there at the next call; a mark
 * that is refused for good is dropped.
 */
export const sendQueuedMarks = async ({
  readIdentity,
  send,
  isFinal,
  onRefused,
}: SendOptions): Promise<void> => {
  if (isSending) return;
  isSending = true;
  try {
    for (let mark = findNext(readIdentity()); mark !== undefined; mark = findNext(readIdentity())) {
      try {
        await send(mark);
      } catch (error) {
        if (!isFinal(error)) return;
        onRefused(mark);
      }
      dequeueMark(mark);
    }
  } finally {
    isSending = false;
  }
};
