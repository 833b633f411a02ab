import { Link } from 'react-router-dom';
import type { DisputeEntry, DisputesAnswer } from '#services/contract/disputes.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useRead } from '#web/lib/use-read.ts';
import { disputesPath, formatReason, formatTimeLeft, getDisputePage } from './dispute-words.ts';
import { StageBadge } from './stage-badge.tsx';

function DisputeRow({ dispute, now }: { dispute: DisputeEntry; now: number }) {
  const { memberId, memberName, what, amountPence, reason, stage, dueAt } = dispute;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MemberLink memberId={memberId} name={memberName} />
          <StageBadge stage={stage} />
        </p>
        <p className="tabular mt-0.5 break-words text-ink-muted">
          {formatExactPence(amountPence)}, {what}. {formatReason(reason)}.
        </p>
        {stage === 'open' && dueAt !== null && (
          <p className="tabular font-medium">
            Due {formatDayTime(dueAt)}, {formatTimeLeft(dueAt, now)}
          </p>
        )}
      </div>
      <Link
        to={getDisputePage(dispute)}
        aria-label={`Evidence, ${memberName ?? 'former member'}, ${formatExactPence(amountPence)}`}
        className="text-link inline-flex min-h-11 items-center font-semibold"
      >
        Evidence
      </Link>
    </li>
  );
}

/** The disputed payments, each with its evidence; nothing while there are none. */
export function DisputesPanel() {
  const now = useStudioNow();
  const read = useRead<DisputesAnswer>(disputesPath, { revalidateOnFocus: true });
  return (
    <Loadable what="disputes" read={read} height="h-24">
      {({ disputes }) =>
        disputes.length > 0 && (
          <Panel
            title="Disputed"
            intro="A bank asks for its customer’s money back. Answer with evidence by the day it is due; it can be sent once."
          >
            <ul className="divide-y divide-sand rounded-card border border-sand bg-surface px-4 md:px-5">
              {disputes.map((dispute) => (
                <DisputeRow key={dispute.id} dispute={dispute} now={now} />
              ))}
            </ul>
          </Panel>
        )
      }
    </Loadable>
  );
}
