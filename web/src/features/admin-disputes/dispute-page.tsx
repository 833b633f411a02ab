import { type ReactNode, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { EvidenceAnswer } from '#services/contract/disputes.ts';
import { BackLink } from '#web/components/staff/back-link.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useRead } from '#web/lib/use-read.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';
import { formatReason, formatTimeLeft, getEvidencePath } from './dispute-words.ts';
import { SentField } from './evidence-field.tsx';
import { EvidenceForm } from './evidence-form.tsx';
import { PdfButton } from './pdf-button.tsx';
import { StageBadge } from './stage-badge.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-ink-muted text-sm">{name}</dt>
    <dd className="tabular font-medium">{children}</dd>
  </div>
);

function DisputeFacts({ dispute }: Pick<EvidenceAnswer, 'dispute'>) {
  const now = useStudioNow();
  const { memberId, memberName, what, amountPence, reason, stage, dueAt } = dispute;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-sand border-y py-4 md:grid-cols-4">
      <Fact name="Member">
        <MemberLink memberId={memberId} name={memberName} />
      </Fact>
      <Fact name="Disputed">
        {formatExactPence(amountPence)}, {what}
      </Fact>
      <Fact name="What their bank says">{formatReason(reason)}</Fact>
      <Fact name="Evidence due">
        {dueAt === null ? 'The bank takes none' : formatDayTime(dueAt)}
        {stage === 'open' && dueAt !== null && (
          <span className="block font-semibold text-amber">{formatTimeLeft(dueAt, now)}</span>
        )}
      </Fact>
    </dl>
  );
}

const closedTexts = {
  answered: 'It was sent in Stripe’s dashboard. The bank decides now.',
  overdue: 'The day it was due is over, so nothing can be sent any more.',
  won: 'The bank decided for the studio. The money is back, and so are the passes.',
  lost: 'The bank decided for its customer. The money stays with them.',
  closed: 'The bank closed it. Nothing more is to be done.',
} as const;

/** A dispute that takes no evidence any more, with its answer, the author and the time. */
function SentEvidence({ dispute, answer, fields, isErased }: EvidenceAnswer) {
  const { stage } = dispute;
  if (stage === 'open') return null;
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {answer && (
        <Notice tone="success" title={`Sent on ${formatDayTime(answer.at)} by ${answer.by}`}>
          <p className="wrap-anywhere text-sm">SHA-256 of what was sent: {answer.sha256}</p>
        </Notice>
      )}
      {(stage !== 'answered' || answer === null) && <p>{closedTexts[stage]}</p>}
      {isErased && <p>This member’s details are erased, so what was sent is not shown.</p>}
      {fields.length > 0 && (
        <>
          <dl className="flex flex-col gap-5">
            {fields.map((entry) => (
              <SentField key={entry.name} entry={entry} />
            ))}
          </dl>
          <div>
            <PdfButton disputeId={dispute.id} fields={{}} />
          </div>
        </>
      )}
    </div>
  );
}

function DisputeEvidence({ id }: { id: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useRead<EvidenceAnswer>(getEvidencePath(id));
  return (
    <div className="flex flex-col gap-5">
      <BackLink to="/admin?tab=refunds">Refunds and disputes</BackLink>
      <Loadable what="evidence" read={read} height="h-80">
        {(opened) => (
          <>
            <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <h1 ref={heading} tabIndex={-1} className="text-3xl">
                Evidence for a dispute
              </h1>
              <StageBadge stage={opened.dispute.stage} />
            </header>
            <DisputeFacts dispute={opened.dispute} />
            {opened.dispute.stage === 'open' ? (
              <>
                <p className="max-w-prose text-ink-muted">
                  Filled from what the studio recorded; answers about health are never in it. Read it, change
                  what you like, and send it. An empty field is not sent.
                </p>
                {opened.isErased && (
                  <Notice>
                    This member’s details are erased: the evidence names them by their id alone.
                  </Notice>
                )}
                <EvidenceForm
                  key={id}
                  dispute={opened.dispute}
                  fields={opened.fields}
                  onSent={() => heading.current?.focus()}
                />
              </>
            ) : (
              <SentEvidence {...opened} />
            )}
          </>
        )}
      </Loadable>
    </div>
  );
}

/** The page /admin/disputes/{id}. */
export const DisputePage = () => {
  const { id = '' } = useParams();
  useDocumentTitle('Dispute');
  return (
    <StaffGate staffRole="admin">
      <DisputeEvidence id={id} />
    </StaffGate>
  );
};
