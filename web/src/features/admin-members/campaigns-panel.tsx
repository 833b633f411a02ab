import { useState } from 'react';
import type { Campaign, CampaignAnswer, CampaignKind } from '#services/contract/campaigns.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { campaignPaths, useCampaigns } from './use-campaigns.ts';

interface CampaignTexts {
  readonly kind: CampaignKind;
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly question: string;
  readonly confirm: string;
}

const campaignTexts: readonly CampaignTexts[] = [
  {
    kind: 'prelaunch',
    title: 'Prelaunch email',
    text: 'Tells every member that the timetable is up and open for booking.',
    button: 'Send prelaunch emails',
    question: 'Send the prelaunch email?',
    confirm: 'Send emails',
  },
  {
    kind: 'members-with-bookings',
    title: 'Members who have booked',
    text: 'Puts them on mailing list 13.',
    button: 'Add existing members',
    question: 'Add members with bookings to list 13?',
    confirm: 'Add to list 13',
  },
  {
    kind: 'members-without-bookings',
    title: 'Members who have not booked yet',
    text: 'Puts them on mailing list 14.',
    button: 'Add non-booking members',
    question: 'Add members without bookings to list 14?',
    confirm: 'Add to list 14',
  },
];

const notifyFailed = (kind: CampaignKind, cause?: unknown): void =>
  toast(kind === 'prelaunch' ? staffMessages.emailsFailed(cause) : staffMessages.mailingListFailed);

const notifyFinished = ({
  kind,
  successCount,
  totalMembers,
  successRate,
  leftOut,
  failed,
}: Campaign): void => {
  if (successCount === 0 && failed > 0) notifyFailed(kind);
  else if (totalMembers === 0) toast(staffMessages.nobodyToReach(leftOut));
  else if (kind === 'prelaunch')
    toast(staffMessages.emailsSent(successCount, totalMembers, successRate, leftOut));
  else toast(staffMessages.mailingListFilled(successCount, leftOut));
};

/** The progress of a running campaign, or the result of the last one. */
function Progress({ campaign, label }: { campaign: Campaign; label: string }) {
  const { isFinished, askedAt, successCount, totalMembers, successRate, leftOut, failed, waiting } = campaign;
  if (isFinished) {
    const counts = [
      totalMembers === 0 ? 'nobody to reach' : `${successCount} of ${totalMembers} (${successRate})`,
      ...(leftOut > 0 ? [`${leftOut} left out without consent`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ].join(', ');
    return (
      <p className="text-ink-muted text-sm">
        Last on {formatDayTime(askedAt)}: {counts}.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <progress
        aria-label={label}
        max={totalMembers}
        value={totalMembers - waiting}
        className="h-2 w-full accent-sea"
      />
      <p className="text-ink-muted text-sm">
        {totalMembers - waiting} of {formatCount(totalMembers, 'member', 'members')} done.
      </p>
    </div>
  );
}

/** The campaigns to many members, each with its progress and result. */
export function CampaignsPanel({ memberCount }: { memberCount: number }) {
  const [confirming, setConfirming] = useState<CampaignTexts | null>(null);
  const { campaigns, addStarted } = useCampaigns(notifyFinished);
  return (
    <Panel
      title="Emails and mailing lists"
      intro="Only members who agreed to news by email are reached. Each is reached once a day, however often you ask."
    >
      <ul className="grid gap-4 md:grid-cols-3">
        {campaignTexts.map((texts) => {
          const campaign = campaigns.find(({ kind }) => kind === texts.kind);
          return (
            <li
              key={texts.kind}
              className="flex flex-col items-start gap-3 rounded-card border border-sand bg-surface p-4 md:p-5"
            >
              <div>
                <h3 className="font-semibold">{texts.title}</h3>
                <p className="text-ink-muted">{texts.text}</p>
              </div>
              <div role="status" className="w-full grow">
                {campaign && <Progress campaign={campaign} label={texts.title} />}
              </div>
              <Button
                variant="secondary"
                size="sm"
                busy={campaign?.isFinished === false}
                disabled={memberCount === 0}
                onClick={() => setConfirming(texts)}
              >
                {texts.button}
              </Button>
            </li>
          );
        })}
      </ul>
      {confirming && (
        <EffectsDialog
          title={confirming.question}
          call={{ path: campaignPaths[confirming.kind], method: 'POST' }}
          confirmLabel={confirming.confirm}
          isDanger={false}
          onSuccess={({ details }: CampaignAnswer) => addStarted(details)}
          onFailure={(cause) => notifyFailed(confirming.kind, cause)}
          onClose={() => setConfirming(null)}
        />
      )}
    </Panel>
  );
}
