/** A concurrent process appended during the call to Stripe, whose answer may be old. */
export class StaleAnswer extends Error {}

/** A round is repeated when another process appended newer facts; more than a few indicate a fault. */
const MAX_ROUNDS = 10;

/** Runs `settle` again while it throws `StaleAnswer`. */
export async function retryStaleAnswers<T>(subject: string, settle: () => Promise<T>): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    try {
      return await settle();
    } catch (error) {
      if (!(error instanceof StaleAnswer)) throw error;
    }
  }
  throw new Error(`${subject} changed ${MAX_ROUNDS} times while it was read`);
}
