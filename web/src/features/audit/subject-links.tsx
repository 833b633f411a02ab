import { listSubjects, type References } from './subject.ts';
import { SubjectLink } from './subject-link.tsx';

type SubjectLinksProps = {
  event: References;
  /** The subject of the page as `kind/id`, which needs no link. */
  self?: string;
  /** The position of the event: the links lead to the moment after it. */
  at?: string;
};

/** Links to the other subjects of an event. */
export function SubjectLinks({ event, self, at }: SubjectLinksProps) {
  const others = listSubjects(event).filter(({ kind, id }) => `${kind}/${id}` !== self);
  if (others.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-4 text-sm">
      {others.map(({ kind, id }) => (
        <SubjectLink key={kind} kind={kind} id={id} at={at} />
      ))}
    </span>
  );
}
