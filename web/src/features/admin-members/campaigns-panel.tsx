import { useState } from 'react';
import type { Campaign, CampaignKind } from '../../../../services/contract/campaigns.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { Panel } from '../../components/staff/panel.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast.ts';
import { formatDayTime } from '../../lib/london-time.ts';
import { formatCount } from '../../lib/numbers.ts';
import { campaignPaths, useCampaigns } from './use-campaigns.ts';

interface Offer {
  readonly kind: CampaignKind;
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly question: string;
  readonly confirm: string;
}

const offers: readonly Offer[] = [
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

const tellFinished = ({ kind, successCount, totalMembers, successRate, leftOut, failed }: Campaign): void => {
  const isInVain = successCount === 0 && failed > 0;
  if (kind === 'prelaunch')
    toast(
      isInVain
        ? staffMessages.emailsFailed()
        : staffMessages.emailsSent(successCount, totalMembers, successRate, leftOut),
    );
  else
    toast(
      isInVain ? staffMessages.mailingListFailed : staffMessages.mailingListFilled(successCount, leftOut),
    );
};

/** How far a run has come, and how the last one ended. */
function Progress({ campaign, label }: { campaign: Campaign; label: string }) {
  const { isFinished, askedAt, successCount, totalMembers, successRate, leftOut, failed, waiting } = campaign;
  const counts = [
    totalMembers === 0 ? 'nobody to reach' : `${successCount} of ${totalMembers} (${successRate})`,
    ...(leftOut > 0 ? [`${leftOut} left out without consent`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
  if (isFinished)
    return (
      <p className="text-ink-muted text-sm">
        Last on {formatDayTime(askedAt)}: {counts}.
      </p>
    );
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

/** What is done for many members at once: each with its counts, and its progress while it runs. */
export function CampaignsPanel({ memberCount }: { memberCount: number }) {
  const [asking, setAsking] = useState<Offer | null>(null);
  const { campaigns, begin } = useCampaigns(tellFinished);

  const confirm = async ({ kind }: Offer): Promise<boolean> => {
    try {
      await begin(kind);
      return true;
    } catch (cause) {
      toast(kind === 'prelaunch' ? staffMessages.emailsFailed(cause) : staffMessages.mailingListFailed);
      return false;
    }
  };

  return (
    <Panel
      title="Emails and mailing lists"
      intro="Only members who agreed to news by email are reached. Each is reached once a day, however often you ask."
    >
      <ul className="grid gap-4 md:grid-cols-3">
        {offers.map((offer) => {
          const campaign = campaigns.find(({ kind }) => kind === offer.kind);
          const isRunning = campaign?.isFinished === false;
          return (
            <li
              key={offer.kind}
              className="flex flex-col items-start gap-3 rounded-card border border-sand bg-surface p-4 md:p-5"
            >
              <div>
                <h3 className="font-semibold">{offer.title}</h3>
                <p className="text-ink-muted">{offer.text}</p>
              </div>
              <div role="status" className="w-full grow">
                {campaign && <Progress campaign={campaign} label={offer.title} />}
              </div>
              <Button
                variant="secondary"
                size="sm"
                busy={isRunning}
                disabled={memberCount === 0}
                onClick={() => setAsking(offer)}
              >
                {offer.button}
              </Button>
            </li>
          );
        })}
      </ul>
      {asking && (
        <EffectsDialog
          open
          onOpenChange={(open) => open || setAsking(null)}
          title={asking.question}
          call={{ path: campaignPaths[asking.kind], method: 'POST' }}
          confirmLabel={asking.confirm}
          isDanger={false}
          onConfirm={() => confirm(asking)}
        />
      )}
    </Panel>
  );
}
