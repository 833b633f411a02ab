import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Dialog } from './dialog.tsx';
import type { ChangedFact, Question } from './question.ts';

const FactsTable = ({ facts }: { facts: readonly ChangedFact[] }) => (
  <table className="w-full table-fixed text-left">
    <thead>
      <tr className="border-sand border-b text-ink-muted text-sm">
        <th scope="col" className="w-1/4 py-2 pr-3 font-medium">
          <span className="sr-only">What</span>
        </th>
        <th scope="col" className="py-2 pr-3 font-medium">
          Before
        </th>
        <th scope="col" className="py-2 font-medium">
          Now
        </th>
      </tr>
    </thead>
    <tbody>
      {facts.map(({ label, was, is }) => (
        <tr key={label} className="border-sand border-b align-top last:border-b-0">
          <th scope="row" className="py-2.5 pr-3 font-normal text-ink-muted">
            {label}
          </th>
          <td className="tabular py-2.5 pr-3 text-ink-muted">{was}</td>
          <td className={cx('tabular py-2.5', was === is ? 'text-ink-muted' : 'font-semibold')}>{is}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

interface QuestionDialogProps {
  readonly question: Question;
  readonly answer: (isConfirmed: boolean) => void;
}

/** One question of `ask`: closing the dialog in any way answers no. */
export function QuestionDialog({ question, answer }: QuestionDialogProps) {
  const { title, text, facts, confirmLabel } = question;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && answer(false)}
      title={title}
      description={text}
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={() => answer(false)}>
            Go back
          </Button>
          <Button onClick={() => answer(true)}>{confirmLabel}</Button>
        </>
      }
    >
      {facts && <FactsTable facts={facts} />}
    </Dialog>
  );
}
