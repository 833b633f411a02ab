/** A request so soon after an input was caused by the user. */
const causedWithinMs = 60_000;

const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

// Opening the page is an act of the user.
let lastInputAt = Date.now();

const noteInput = (): void => {
  lastInputAt = Date.now();
};

if (typeof document !== 'undefined') {
  for (const event of inputEvents)
    document.addEventListener(event, noteInput, { capture: true, passive: true });
}

/** After so long the server closes histories and health details too. */
const idleAfterMs = 30 * 60_000;

/** Whether the user has not touched the page for half an hour. */
export const isUserIdle = (): boolean => Date.now() - lastInputAt > idleAfterMs;

/** Whether the user has touched the page within the last minute. */
export const isUserActive = (): boolean => Date.now() - lastInputAt < causedWithinMs;
