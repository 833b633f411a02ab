import { dropPress, type Press, waitingPresses } from './attendance-queue.ts';

interface Sending {
  /** Whose session it is now; what others pressed waits for theirs. Null sends nothing. */
  readonly whoIsOnDuty: () => string | null;
  /** Throws where the studio did not take it. */
  readonly deliver: (press: Press) => Promise<void>;
  /** Whether to try this press again later. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onRefused: (press: Press) => void;
}

let isSending = false;

const nextOf = (who: string | null): Press | undefined =>
  waitingPresses().find(({ pressedBy }) => pressedBy === who);

/**
 * Sends what waits, one after another in the order it was pressed. Stops where there is no way through, to go on from there
 * when called again; what is refused for good is left out.
 */
export const sendPresses = async ({ whoIsOnDuty, deliver, isFinal, onRefused }: Sending): Promise<void> => {
  if (isSending) return;
  isSending = true;
  try {
    for (let press = nextOf(whoIsOnDuty()); press !== undefined; press = nextOf(whoIsOnDuty())) {
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
