import type { CampaignRow } from '#infra/postgres/tables/campaigns.ts';
import { type Campaign, type CampaignKind, campaignKinds } from '#services/contract/campaigns.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { formatCount } from './wording.ts';

const toCampaignKind = (kind: string): CampaignKind => {
  const found = campaignKinds.find((each) => each === kind);
  if (found === undefined) throw new Error(`${kind} is not a kind of campaign`);
  return found;
};

export function describeCampaign(row: CampaignRow): Campaign {
  const { id, kind, askedAt, leftOut, done, failed, waiting } = row;
  const totalMembers = done + failed + waiting;
  return {
    id,
    kind: toCampaignKind(kind),
    askedAt: askedAt.toISOString(),
    isFinished: waiting === 0,
    success: done,
    successCount: done,
    totalMembers,
    successRate: totalMembers === 0 ? '100%' : `${Math.round((done / totalMembers) * 100)}%`,
    leftOut,
    failed,
    waiting,
  };
}

interface CampaignReach {
  /** Members with consent to news by email who were not reached today yet. */
  readonly toReach: number;
  readonly doneToday: number;
  readonly leftOut: number;
}

const formatMembers = (count: number) => formatCount(count, 'member', 'members');
const is = (count: number) => (count === 1 ? 'is' : 'are');

const formatSummary: Record<CampaignKind, (count: number) => string> = {
  prelaunch: (count) =>
    `${formatMembers(count)} ${is(count)} sent one email, saying that the timetable is up and open for booking.`,
  'members-with-bookings': (count) =>
    `${formatMembers(count)} with bookings ${is(count)} put on mailing list 13, and off list 14.`,
  'members-without-bookings': (count) =>
    `${formatMembers(count)} without any booking ${is(count)} put on mailing list 14.`,
};

export function describeCampaignEffects(
  kind: CampaignKind,
  { toReach, doneToday, leftOut }: CampaignReach,
): Effects {
  return {
    summary: [
      formatSummary[kind](toReach),
      ...(doneToday > 0
        ? [`For ${formatMembers(doneToday)} it was done today already; it is not done again.`]
        : []),
      ...(leftOut > 0
        ? [`${formatMembers(leftOut)} ${is(leftOut)} left out: they have not agreed to news by email.`]
        : []),
    ],
    counts: {
      bookings: 0,
      passesReturned: 0,
      passesLost: 0,
      emails: kind === 'prelaunch' ? toReach : 0,
    },
    people: [],
  };
}
