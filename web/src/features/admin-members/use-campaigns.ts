import { useEffect, useRef } from 'react';
import type { Campaign, CampaignKind, CampaignsAnswer } from '#services/contract/campaigns.ts';
import { useRead } from '#web/lib/use-read.ts';

const pollIntervalMs = 1_000;

/** The paths of the spec. */
export const campaignPaths: Record<CampaignKind, string> = {
  prelaunch: '/api/admin/send-prelaunch-emails',
  'members-with-bookings': '/api/admin/brevo/add-existing-members',
  'members-without-bookings': '/api/admin/brevo/add-non-booking-members',
};

/** The latest campaign of each kind, polled while one runs. `onFinished` is called for each that was started here. */
export const useCampaigns = (onFinished: (campaign: Campaign) => void) => {
  const startedIds = useRef(new Set<number>());
  const { data, mutate } = useRead<CampaignsAnswer>('/api/admin/campaigns', {
    refreshInterval: (latest?: CampaignsAnswer) =>
      latest?.campaigns.some(({ isFinished }) => !isFinished) ? pollIntervalMs : 0,
  });
  useEffect(() => {
    for (const campaign of data?.campaigns ?? []) {
      if (campaign.isFinished && startedIds.current.delete(campaign.id)) onFinished(campaign);
    }
  }, [data, onFinished]);
  return {
    campaigns: data?.campaigns ?? [],
    /** Reports one that is finished immediately, because no recipient was left: the answer to the next read may be the same as before. */
    addStarted(campaign: Campaign): Promise<unknown> {
      if (campaign.isFinished) onFinished(campaign);
      else startedIds.current.add(campaign.id);
      return mutate();
    },
  };
};
