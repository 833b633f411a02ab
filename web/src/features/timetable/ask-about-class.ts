import type { ChangedFacts, ExpectedClass } from '#services/contract/changed-since.ts';
import type { OverlappedBooking } from '#services/contract/overlap.ts';
import type { InstructorsAnswer } from '#services/contract/schedule.ts';
import { ask } from '#web/components/ui/ask.ts';
import type { ChangedFact, Question } from '#web/components/ui/question.ts';
import type { ApiError } from '#web/lib/api-error.ts';
import { getLevelName, isLevel } from '#web/lib/class-level.ts';
import { request } from '#web/lib/http.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';

/** What a request about a class carries of its person's decision. */
export interface ClassDecision {
  readonly expected: ExpectedClass;
  readonly allowOverlap?: boolean;
}

export interface Wording {
  /** The button that goes on with a class that changed. */
  readonly confirmLabel: string;
  /** The button that goes on beside another booking; not for requests that cannot overlap. */
  readonly overlapLabel?: string;
  /** Another person's booking, for staff. */
  readonly isForMember?: boolean;
}

function applyChange(seen: ExpectedClass, changed: ChangedFacts): ExpectedClass {
  const { date, time, name, duration, instructorId } = changed;
  return {
    date: typeof date?.is === 'string' ? date.is : seen.date,
    time: typeof time?.is === 'string' ? time.is : seen.time,
    name: isLevel(name?.is) ? name.is : seen.name,
    duration: typeof duration?.is === 'number' ? duration.is : seen.duration,
    instructorId: typeof instructorId?.is === 'number' ? instructorId.is : seen.instructorId,
  };
}

type FormatInstructor = (id: number | undefined, fallback: string) => string;

/** Names the instructors of a question. Without the list, the question is asked all the same. */
async function readInstructors(): Promise<FormatInstructor> {
  const { instructors } = await request<InstructorsAnswer>('/api/admin/instructors').catch(() => ({
    instructors: [],
  }));
  return (id, fallback) => instructors.find((each) => each.id === id)?.name ?? fallback;
}

/** The day, the time and the level; and the length and the instructor when they changed. */
function compareClasses(
  was: ExpectedClass,
  is: ExpectedClass,
  formatInstructor: FormatInstructor,
): ChangedFact[] {
  const formatLength = (minutes = 0) => `${minutes} minutes`;
  const length = { label: 'Length', was: formatLength(was.duration), is: formatLength(is.duration) };
  const instructor = {
    label: 'With',
    was: formatInstructor(was.instructorId, 'The instructor you saw'),
    is: formatInstructor(is.instructorId, 'Another instructor'),
  };
  return [
    { label: 'Day', was: formatShortWallDay(was.date), is: formatShortWallDay(is.date) },
    { label: 'Time', was: was.time, is: is.time },
    { label: 'Class', was: getLevelName(was.name), is: getLevelName(is.name) },
    ...(was.duration === is.duration ? [] : [length]),
    ...(was.instructorId === is.instructorId ? [] : [instructor]),
  ];
}

async function askAboutChange(
  was: ExpectedClass,
  is: ExpectedClass,
  { confirmLabel }: Wording,
): Promise<Question> {
  const formatInstructor = was.instructorId === is.instructorId ? () => '' : await readInstructors();
  return {
    title: 'This class has changed',
    text: 'The studio changed it since you opened this page. Nothing has been done yet.',
    facts: compareClasses(was, is, formatInstructor),
    confirmLabel,
  };
}

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

async function getNextDecision(
  decision: ClassDecision,
  { code, changed, overlaps }: ApiError,
  wording: Wording,
): Promise<{ decision: ClassDecision; question: Question }> {
  if (code === 'CHANGED_SINCE') {
    const expected = applyChange(decision.expected, changed);
    const question = await askAboutChange(decision.expected, expected, wording);
    return { decision: { ...decision, expected }, question };
  }
  if (overlaps === undefined) throw new Error('The refusal names no booking');
  return { decision: { ...decision, allowOverlap: true }, question: askAboutOverlap(overlaps, wording) };
}

/** Asks about a refusal. Resolves to what the person agrees to, or undefined when they do not go on. */
export async function askAboutClass(
  decision: ClassDecision,
  cause: ApiError,
  wording: Wording,
): Promise<ClassDecision | undefined> {
  const next = await getNextDecision(decision, cause, wording);
  return (await ask(next.question)) ? next.decision : undefined;
}
