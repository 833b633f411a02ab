import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { ImportAnswer } from '#services/contract/imports.ts';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { request } from '#web/lib/http.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { success } from '#web/lib/toast-message.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { ColumnFields } from './column-fields.tsx';
import { DryRunResult } from './dry-run-result.tsx';
import { FileFields } from './file-fields.tsx';
import { blankChoice, hasFiles, type ImportChoice, toForm } from './import-choice.ts';
import { importsPath } from './imports-path.ts';
import { DatesQuestion, NamesQuestion } from './questions.tsx';

/** Whether nothing has to be answered before the import can begin. */
const isReady = ({ files, dates, created, merged }: ImportAnswer) =>
  dates.ambiguous === 0 && files.every(({ missing }) => missing.length === 0) && created + merged > 0;

const formatWhat = ({ created, merged, sums }: ImportAnswer) =>
  `${formatCount(created + merged, 'member', 'members')} with ${formatCount(sums.lots, 'pass', 'passes')}`;

/** Checks files of another system, and brings them over once staff have seen what becomes of each line. */
export function NewImport() {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();
  const [choice, setChoice] = useState<ImportChoice>(blankChoice);
  /** Of the choice that was checked last. */
  const [checked, setChecked] = useState<{ choice: ImportChoice; answer: ImportAnswer } | null>(null);
  /** The answer that asked for the order of dates, so that it can be changed. */
  const [undated, setUndated] = useState<ImportAnswer | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);
  /** A browser empties a file field only with a new one. */
  const [round, setRound] = useState(0);
  useUnsavedChanges(hasFiles(choice), busy);
  const answer = checked?.answer;
  const isChecked = checked?.choice === choice;

  const call = async (query: string) => {
    setFailure(null);
    try {
      const body = toForm(choice);
      return await request<ImportAnswer>(`${importsPath}${query}`, { method: 'POST', body });
    } catch (cause) {
      setFailure(cause);
      return null;
    }
  };
  const check = async () => {
    const found = await call('?dryRun=true');
    if (found === null) return;
    setChecked({ choice, answer: found });
    if (choice.dateOrder === null) setUndated(found);
  };
  const begin = async () => {
    const begun = await call('');
    setAsking(false);
    if (begun === null) return;
    toast(success('Import begun', 'It goes on by itself. No email is sent until you invite.'));
    setChoice(blankChoice);
    setChecked(null);
    setUndated(null);
    setRound(round + 1);
    await mutate(importsPath);
  };

  return (
    <Panel
      title="Bring Members Over"
      intro="From the files that another system exports. First see what becomes of each line; nothing changes until you begin."
    >
      <form
        aria-label="Files of another system"
        className="flex flex-col gap-5 rounded-card border border-sand bg-surface p-4 md:p-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChecked && answer && isReady(answer)) setAsking(true);
          else void run(check);
        }}
      >
        <FileFields key={round} choice={choice} onChange={setChoice} />
        {answer?.files.map((file) => (
          <ColumnFields key={file.file} file={file} choice={choice} onChange={setChoice} />
        ))}
        {undated ? <DatesQuestion answer={undated} choice={choice} onChange={setChoice} /> : null}
        {answer ? <NamesQuestion answer={answer} choice={choice} onChange={setChoice} /> : null}
        <FailureReason cause={failure} />
        <Button type="submit" busy={busy} disabled={!hasFiles(choice)} className="self-start max-sm:w-full">
          {!answer ? 'Check the files' : isChecked && isReady(answer) ? 'Bring them over' : 'Check again'}
        </Button>
      </form>
      {answer ? <DryRunResult answer={answer} /> : null}
      {answer ? (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={`Bring over ${formatWhat(answer)}?`}
          text={`They come from ${answer.source}. ${formatCount(answer.refused.length, 'line is', 'lines are')} left out. No email is sent; you invite them afterwards.`}
          confirmLabel="Bring them over"
          busy={busy}
          onConfirm={() => void run(begin)}
        />
      ) : null}
    </Panel>
  );
}
