import type { AuditExceptionAnswer } from '#services/contract/audit.ts';
import { formatInstantsIn } from '#web/lib/london-time.ts';
import { type Subject, subjectOfStream } from './subject.ts';
import { SubjectLink } from './subject-link.tsx';

type Exception = AuditExceptionAnswer;

/** Everything an exception is about that the desk can lay open, each once. */
function subjectsOf({ stream, memberId, classId, paymentIntentId }: Exception): Subject[] {
  const ofStream = subjectOfStream(stream);
  const all: Subject[] = [
    ...(ofStream === null ? [] : [ofStream]),
    ...(memberId === undefined ? [] : [{ kind: 'member' as const, id: memberId }]),
    ...(classId === undefined ? [] : [{ kind: 'class' as const, id: String(classId) }]),
    ...(paymentIntentId === undefined ? [] : [{ kind: 'payment' as const, id: paymentIntentId }]),
  ];
  return all.filter(
    ({ kind, id }, index) => all.findIndex((each) => each.kind === kind && each.id === id) === index,
  );
}

/** What can't be, each by name, with where it stands in the log and what it is about. */
export const ExceptionList = ({ exceptions }: { exceptions: readonly Exception[] }) => (
  <ol className="flex flex-col gap-3">
    {exceptions.map((exception) => {
      const { code, stream, revision, position, sentence, expected, found } = exception;
      return (
        <li
          key={`${code}/${position}/${sentence}`}
          className="flex flex-col gap-1 rounded-md border border-rust/25 bg-surface px-4 py-3"
        >
          <p className="font-semibold">{formatInstantsIn(sentence)}</p>
          <p className="text-ink-muted text-sm">
            Expected: {formatInstantsIn(expected)}. Found: {formatInstantsIn(found)}.
          </p>
          <p className="break-all text-ink-muted text-sm">
            {code} · {stream}@{revision} · position {position}
          </p>
          <p className="flex flex-wrap gap-x-4 text-sm">
            {subjectsOf(exception).map(({ kind, id }) => (
              <SubjectLink key={`${kind}/${id}`} kind={kind} id={id} at={position} />
            ))}
          </p>
        </li>
      );
    })}
  </ol>
);
