import { dropPress, type Press, waitingPresses } from './press-queue.ts';

interface Sending {
  /** Throws where the studio did not take it. */
  readonly deliver: (press: Press) => Promise<void>;
  /** Whether to try this press again later. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onRefused: (press: Press) => void;
}

let isSending = false;

/**
 * Sends what waits, one after another in the order it was pressed. Stops where there is no way through, to go on from there
 * when called again; what is refused for good is left out.
 */
export const sendPresses = async ({ deliver, isFinal, onRefused }: Sending): Promise<void> => {
  if (isSending) return;
  isSending = true;
  try {
    for (let press = waitingPresses()[0]; press !== undefined; press = waitingPresses()[0]) {
      try {
        await deliver(press);
      } catch (error) {
        if (!isFinal(error)) return;
        onRefused(press);
      }
      dropPress(press);
    }
  } finally {
    isSending = false;
  }
};
