import type { ExpectedClass } from '#services/contract/changed-since.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { ClassDecision, Wording } from './ask-about-class.ts';

/** A class as the page shows it. */
export type ShownClass = Pick<ScheduledClass, 'date' | 'time' | 'name' | 'duration' | 'instructorId'>;

interface Decided<Answer> {
  readonly answer: Answer;
  /** The class as the person agreed to it. */
  readonly agreed: ExpectedClass;
}

/** What the page shows of a class. */
const toExpectedClass = ({ date, time, name, duration, instructorId }: ShownClass): ExpectedClass => ({
  date,
  time,
  name,
  duration,
  instructorId,
});

/** The refusals that become questions. */
const askedCodes = new Set<ApiError['code']>(['CHANGED_SINCE', 'OVERLAPS_BOOKING']);

const askAgain = async (decision: ClassDecision, cause: ApiError, wording: Wording) => {
  const { askAboutClass } = await import('./ask-about-class.ts');
  return askAboutClass(decision, cause, wording);
};

/**
 * Sends a request about a class as the page shows it. If the class changed since, or the person has another one at
 * that time, asks, and sends again what they agree to. Undefined when they do not go on. Throws `ApiError`.
 */
export async function decideClass<Answer>(
  shown: ShownClass,
  wording: Wording,
  send: (decision: ClassDecision) => Promise<Answer>,
): Promise<Decided<Answer> | undefined> {
  let decision: ClassDecision = { expected: toExpectedClass(shown) };
  for (;;) {
    try {
      return { answer: await send(decision), agreed: decision.expected };
    } catch (cause) {
      if (!(cause instanceof ApiError) || !askedCodes.has(cause.code)) throw cause;
      // Without the question, the error's own sentence describes what happened.
      const next = await askAgain(decision, cause, wording).catch(() => Promise.reject(cause));
      if (next === undefined) return undefined;
      decision = next;
    }
  }
}
