import type { ChangedFacts, ExpectedClass } from '#services/contract/changed-since.ts';
import type { OverlappedBooking } from '#services/contract/overlap.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { ask, type ChangedFact, type Question } from '#web/components/ui/ask.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { getLevelName, isLevel } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';

/** What a request about a class carries of its person's decision. */
interface ClassDecision {
  readonly expected: ExpectedClass;
  readonly allowOverlap?: boolean;
}

/** A class as the page shows it. */
export type ShownClass = Pick<ScheduledClass, 'date' | 'time' | 'name'>;

interface Wording {
  /** The button that goes on with a class that changed. */
  readonly confirmLabel: string;
  /** The button that goes on beside another booking; not for requests that cannot overlap. */
  readonly overlapLabel?: string;
  /** Another person's booking, for staff. */
  readonly isForMember?: boolean;
}

interface Decided<Answer> {
  readonly answer: Answer;
  /** The class as the person agreed to it. */
  readonly agreed: ExpectedClass;
}

/** What the page shows of a class. */
const toExpectedClass = ({ date, time, name }: ShownClass): ExpectedClass => ({
  date,
  time,
  name,
});

function applyChange(seen: ExpectedClass, { date, time, name }: ChangedFacts): ExpectedClass {
  return {
    date: typeof date?.is === 'string' ? date.is : seen.date,
    time: typeof time?.is === 'string' ? time.is : seen.time,
    name: isLevel(name?.is) ? name.is : seen.name,
  };
}

function compareClasses(was: ExpectedClass, is: ExpectedClass): ChangedFact[] {
  return [
    { label: 'Day', was: formatShortWallDay(was.date), is: formatShortWallDay(is.date) },
    { label: 'Time', was: was.time, is: is.time },
    { label: 'Class', was: getLevelName(was.name), is: getLevelName(is.name) },
  ];
}

const askAboutChange = (was: ExpectedClass, is: ExpectedClass, { confirmLabel }: Wording): Question => ({
  title: 'This class has changed',
  text: 'The studio changed it since you opened this page. Nothing has been done yet.',
  facts: compareClasses(was, is),
  confirmLabel,
});

function askAboutOverlap(
  { name, date, time, duration }: OverlappedBooking,
  { overlapLabel = 'Go on', isForMember = false }: Wording,
): Question {
  const level = isLevel(name) ? getLevelName(name) : name;
  const other = `${level}, ${formatShortWallDay(date)}, ${time}, ${duration} minutes`;
  return isForMember
    ? {
        title: 'They have another class then',
        text: `This member is booked in ${other}. The two overlap.`,
        confirmLabel: overlapLabel,
      }
    : {
        title: 'You have another class then',
        text: `You are booked in ${other}. The two overlap. Nothing has been done yet.`,
        confirmLabel: overlapLabel,
      };
}

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
      if (!(cause instanceof ApiError)) throw cause;
      const next = getNextDecision(decision, cause, wording);
      if (next === undefined) throw cause;
      // Without the dialog, the error's own sentence tells what happened.
      const goesOn = await ask(next.question).catch(() => Promise.reject(cause));
      if (!goesOn) return undefined;
      decision = next.decision;
    }
  }
}

function getNextDecision(
  decision: ClassDecision,
  { code, changed, overlaps }: ApiError,
  wording: Wording,
): { decision: ClassDecision; question: Question } | undefined {
  if (code === 'CHANGED_SINCE') {
    const expected = applyChange(decision.expected, changed);
    const question = askAboutChange(decision.expected, expected, wording);
    return { decision: { ...decision, expected }, question };
  }
  if (code === 'OVERLAPS_BOOKING' && overlaps !== undefined)
    return { decision: { ...decision, allowOverlap: true }, question: askAboutOverlap(overlaps, wording) };
  return undefined;
}
