import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AuditEventAnswer } from '#services/contract/audit.ts';
import { cx } from '#web/components/ui/cx.ts';
import { formatInstant, formatInstantsIn } from '#web/lib/london-time.ts';
import { SubjectLink } from './subject-link.tsx';

type EventTableProps<Event extends AuditEventAnswer> = {
  /** Says what the table holds, for those who do not see it. */
  caption: string;
  events: readonly Event[];
  /** So many of them had happened at the moment in view. */
  stop: number;
  /** What stood after an event, and what the column is called. */
  after: { readonly header: string; readonly of: (event: Event) => ReactNode };
  /** Of the same view just after the event at a position. */
  addressOf: (position: string) => string;
  /** Whose history it is: no link leads to where one is. */
  self: string;
  empty: string;
};

const cellLook = 'px-3 py-2.5 align-top max-md:px-0 max-md:py-1';
/** On phones the name of the column stands before what is in it. */
const pairLook = `${cellLook} max-md:flex max-md:justify-between max-md:gap-4`;
const wordLook = 'shrink-0 text-ink-muted text-sm md:hidden';

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function Moved({ moved }: Pick<AuditEventAnswer, 'moved'>) {
  if (moved === null) return <span className="text-ink-muted">–</span>;
  const { passes, from, to } = moved;
  return (
    <span className="whitespace-nowrap">
      <span className="tabular font-semibold">{passes}</span>{' '}
      <span className="text-ink-muted">{from ?? 'new'} →</span> {to ?? 'gone'}
    </span>
  );
}

function Links({ event, self }: { event: AuditEventAnswer; self: string }) {
  const { memberId, classId, paymentIntentId } = event;
  const all = [
    ...(memberId === null ? [] : [{ kind: 'member' as const, id: memberId }]),
    ...(classId === null ? [] : [{ kind: 'class' as const, id: String(classId) }]),
    ...(paymentIntentId === null ? [] : [{ kind: 'payment' as const, id: paymentIntentId }]),
  ].filter(({ kind, id }) => `${kind}/${id}` !== self);
  if (all.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-4 text-sm">
      {all.map(({ kind, id }) => (
        <SubjectLink key={kind} kind={kind} id={id} />
      ))}
    </span>
  );
}

/** A history event by event, in the order of the log: when, what and why, by whom, what it moved, and what stood after it. */
export function EventTable<Event extends AuditEventAnswer>({
  caption,
  events,
  stop,
  after,
  addressOf,
  self,
  empty,
}: EventTableProps<Event>) {
  if (events.length === 0) return <p className="text-ink-muted">{empty}</p>;
  // A class moves no passes by itself.
  const hasMoves = events.some(({ moved }) => moved !== null);
  const heads = ['When', 'What and why', 'By', ...(hasMoves ? ['Moved'] : []), after.header, 'In the log'];
  return (
    <div className="md:max-h-[80dvh] md:overflow-auto md:rounded-card md:border md:border-sand md:bg-surface">
      {/* The roles are said again since a row that is laid out as a card is no longer a row by itself. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
      <table role="table" className="w-full border-collapse text-left tabular-nums max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            {heads.map((head) => (
              <th
                key={head}
                role="columnheader"
                scope="col"
                className="sticky top-0 z-10 whitespace-nowrap bg-sand-soft px-3 py-2.5 font-semibold text-ink-muted text-sm shadow-[inset_0_-1px_var(--color-sand)]"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:flex max-md:flex-col max-md:gap-3">
          {events.map((event, index) => {
            const isLater = index >= stop;
            const isCurrent = index === stop - 1;
            return (
              <tr
                key={event.position}
                role="row"
                className={cx(
                  'border-sand max-md:block max-md:rounded-card max-md:border max-md:px-4 max-md:py-3 md:not-first:border-t',
                  isLater ? 'bg-paper text-ink-muted' : 'bg-surface',
                  isCurrent && 'md:shadow-[inset_3px_0_var(--color-sea)] max-md:border-sea',
                )}
              >
                <td role="cell" className={cx(pairLook, 'md:w-44')}>
                  <span aria-hidden="true" className={wordLook}>
                    When
                  </span>
                  <span className="max-md:text-right">
                    <Link
                      to={addressOf(event.position)}
                      aria-current={isCurrent ? 'true' : undefined}
                      className="text-link"
                    >
                      {formatInstant(event.at)}
                    </Link>
                    {isCurrent && <span className="block font-semibold text-sea-dark text-sm">In view</span>}
                    {isLater && <span className="block text-sm">Later</span>}
                  </span>
                </td>
                <td role="cell" className={cx(cellLook, 'max-md:block max-md:pb-2')}>
                  <span className={cx('block', !isLater && 'font-medium')}>
                    {formatInstantsIn(event.summary)}
                  </span>
                  <span className="block text-ink-muted text-sm">{formatInstantsIn(event.why)}</span>
                  <Links event={event} self={self} />
                </td>
                <td role="cell" className={pairLook}>
                  <span aria-hidden="true" className={wordLook}>
                    By
                  </span>
                  <span className="max-md:text-right">{capital(event.actor.label)}</span>
                </td>
                {hasMoves && (
                  <td role="cell" className={pairLook}>
                    <span aria-hidden="true" className={wordLook}>
                      Moved
                    </span>
                    <Moved moved={event.moved} />
                  </td>
                )}
                <td role="cell" className={pairLook}>
                  <span aria-hidden="true" className={wordLook}>
                    {after.header}
                  </span>
                  <span className="max-md:text-right">{after.of(event)}</span>
                </td>
                <td role="cell" className={cx(pairLook, 'text-ink-muted text-sm md:w-60')}>
                  <span aria-hidden="true" className={wordLook}>
                    In the log
                  </span>
                  <span className="break-all max-md:text-right">
                    <span className="block">
                      {event.position} · {event.type}
                    </span>
                    {event.stream}@{event.revision}
                    {event.causedBy !== null && (
                      <span className="block">
                        follows{' '}
                        <Link to={addressOf(event.causedBy.position)} className="text-link">
                          {event.causedBy.position} · {event.causedBy.type}
                        </Link>
                      </span>
                    )}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  );
}
