import { useEffect, useRef } from 'react';
import useSWR from 'swr';
import type {
  Campaign,
  CampaignAnswer,
  CampaignKind,
  CampaignsAnswer,
} from '../../../../services/contract/campaigns.ts';
import { post } from '../../lib/http.ts';

const lookAgainAfter = 1_000;

/** The calls of the spec, by what they do. */
export const campaignPaths: Record<CampaignKind, string> = {
  prelaunch: '/api/admin/send-prelaunch-emails',
  'members-with-bookings': '/api/admin/brevo/add-existing-members',
  'members-without-bookings': '/api/admin/brevo/add-non-booking-members',
};

/**
 * The latest run of each kind, looked at each second while one is under way. `onFinished` is called once for each run that
 * was begun here.
 */
export const useCampaigns = (onFinished: (campaign: Campaign) => void) => {
  const begun = useRef(new Set<number>());
  const { data, mutate } = useSWR<CampaignsAnswer | undefined, Error>('/api/admin/campaigns', {
    refreshInterval: (latest) =>
      latest?.campaigns.some(({ isFinished }) => !isFinished) ? lookAgainAfter : 0,
  });
  useEffect(() => {
    for (const campaign of data?.campaigns ?? []) {
      if (campaign.isFinished && begun.current.delete(campaign.id)) onFinished(campaign);
    }
  }, [data, onFinished]);
  return {
    campaigns: data?.campaigns ?? [],
    async begin(kind: CampaignKind): Promise<void> {
      const { details } = await post<CampaignAnswer>(campaignPaths[kind]);
      begun.current.add(details.id);
      await mutate();
    },
  };
};
