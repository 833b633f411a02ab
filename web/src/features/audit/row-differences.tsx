import type { AuditVerdict } from '#services/contract/audit-verification.ts';
import type { Subject } from './subject.ts';
import { SubjectLink } from './subject-link.tsx';

type Difference = AuditVerdict['readModels']['differences'][number];

const columnKinds: Readonly<Record<string, Subject['kind']>> = {
  user_id: 'member',
  member_id: 'member',
  class_id: 'class',
  payment_intent_id: 'payment',
};

/** The read-model rows that differ from the events. */
export const RowDifferences = ({ differences }: { differences: readonly Difference[] }) =>
  differences.length === 0 ? null : (
    <ol aria-label="Rows that are not as the events say" className="flex flex-col gap-3">
      {differences.map(({ projection, table, key, column, expected, found, sentence }) => {
        const row = Object.entries(key)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ');
        return (
          <li
            key={`${projection}/${table}/${row}/${column}`}
            className="flex flex-col gap-1 rounded-md border border-rust/25 bg-surface px-4 py-3"
          >
            <p className="break-words font-semibold">{sentence}</p>
            <p className="break-words text-ink-muted text-sm">
              By the events: {expected ?? 'nothing'}. Found: {found ?? 'nothing'}.
            </p>
            <p className="wrap-anywhere text-ink-muted text-sm">
              {projection} · {table} · {row}
              {column !== null && ` · ${column}`}
            </p>
            <p className="flex flex-wrap gap-x-4 text-sm">
              {Object.entries(key).flatMap(([name, id]) => {
                const kind = columnKinds[name];
                return kind === undefined ? [] : [<SubjectLink key={name} kind={kind} id={id} />];
              })}
            </p>
          </li>
        );
      })}
    </ol>
  );
