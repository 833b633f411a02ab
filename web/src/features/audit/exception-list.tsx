import type { AuditExceptionAnswer } from '#services/contract/audit.ts';
import { formatInstantsIn } from '#web/lib/london-time.ts';
import { StreamLink } from './stream-link.tsx';
import { listSubjects, parseStreamName, type Subject } from './subject.ts';
import { SubjectLink } from './subject-link.tsx';

/** The subjects of an exception that have a history, each once. */
function listExceptionSubjects(exception: AuditExceptionAnswer): Subject[] {
  const streamSubject = parseStreamName(exception.stream);
  const all = [...(streamSubject ? [streamSubject] : []), ...listSubjects(exception)];
  return all.filter(
    ({ kind, id }, index) => all.findIndex((each) => each.kind === kind && each.id === id) === index,
  );
}

/** The exceptions that a check found, with their events and subjects. */
export const ExceptionList = ({ exceptions }: { exceptions: readonly AuditExceptionAnswer[] }) => (
  <ol className="flex flex-col gap-3">
    {exceptions.map((exception) => {
      const { code, position, sentence, expected, found } = exception;
      return (
        <li
          key={`${code}/${position}/${sentence}`}
          className="flex flex-col gap-1 rounded-md border border-rust/25 bg-surface px-4 py-3"
        >
          <p className="font-semibold">{formatInstantsIn(sentence)}</p>
          <p className="text-ink-muted text-sm">
            Expected: {formatInstantsIn(expected)}. Found: {formatInstantsIn(found)}.
          </p>
          <p className="wrap-anywhere text-ink-muted text-sm">
            {code} · <StreamLink {...exception} /> · position {position}
          </p>
          <p className="flex flex-wrap gap-x-4 text-sm">
            {listExceptionSubjects(exception).map(({ kind, id }) => (
              <SubjectLink key={`${kind}/${id}`} kind={kind} id={id} at={position} />
            ))}
          </p>
        </li>
      );
    })}
  </ol>
);
