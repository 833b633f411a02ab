import { useState } from 'react';
import type { ComplaintEntry } from '#services/contract/complaints.ts';
import { MarkedRow } from '#web/components/staff/marked-row.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatDate, formatDayTime } from '#web/lib/london-time.ts';
import { AnswerForm } from './answer-form.tsx';
import { ComplaintStatus } from './complaint-status.tsx';

const Dates = ({ receivedAt, acknowledgedAt, dueAt, status }: ComplaintEntry) => (
  <dl className="tabular flex flex-wrap gap-x-6 gap-y-1 text-sm [&_dt]:text-ink-muted">
    <div className="flex gap-2">
      <dt>Received</dt>
      <dd>{formatDate(receivedAt)}</dd>
    </div>
    <div className="flex gap-2">
      <dt>Acknowledged</dt>
      <dd>{acknowledgedAt === null ? 'Not yet' : formatDate(acknowledgedAt)}</dd>
    </div>
    {status === 'open' && (
      <div className="flex gap-2">
        <dt>Answer due</dt>
        <dd className="font-semibold">{formatDate(dueAt)}</dd>
      </div>
    )}
  </dl>
);

const Answers = ({ answers }: Pick<ComplaintEntry, 'answers'>) => (
  <ul className="flex flex-col gap-3">
    {answers.map(({ text, at, by }) => (
      <li key={at} className="border-sea border-l-2 pl-4">
        <p className="max-w-prose whitespace-pre-line break-words">{text ?? 'Erased'}</p>
        <p className="tabular mt-1 text-ink-muted text-sm">
          Answered by {by}, {formatDayTime(at)}
        </p>
      </li>
    ))}
  </ul>
);

/** A complaint with its dates, its answers and the form for one. */
export function ComplaintCard({ entry, now }: { entry: ComplaintEntry; now: string }) {
  const [isWriting, setIsWriting] = useState(false);
  const { id, complaint, status, answers } = entry;
  const name = complaint?.name ?? `Complaint ${id}`;
  return (
    <MarkedRow mark={`complaint-${id}`} className="py-2">
      <article
        aria-label={name}
        className="flex flex-col gap-4 rounded-card border border-sand bg-surface p-5"
      >
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 className="break-words text-xl">{name}</h2>
            {complaint && (
              <a href={`mailto:${complaint.email}`} className="text-link wrap-anywhere">
                {complaint.email}
              </a>
            )}
          </div>
          <ComplaintStatus {...entry} now={now} />
        </header>
        <Dates {...entry} />
        <p className="max-w-prose whitespace-pre-line break-words">
          {complaint?.text ?? 'Its retention period is over: nobody can read it any more.'}
        </p>
        {answers.length > 0 && <Answers answers={answers} />}
        {status !== 'erased' &&
          (isWriting || status === 'open' ? (
            <AnswerForm
              complaintId={id}
              label={answers.length === 0 ? 'Your answer' : 'Another answer'}
              onAnswered={() => setIsWriting(false)}
            />
          ) : (
            <Button
              variant="quiet"
              size="sm"
              className="self-start"
              aria-label={`Write again to ${name}`}
              onClick={() => setIsWriting(true)}
            >
              Write again
            </Button>
          ))}
      </article>
    </MarkedRow>
  );
}
