import type { CampaignRow } from '#infra/postgres/tables/campaigns.ts';
import { type Campaign, type CampaignKind, campaignKinds } from '#services/contract/campaigns.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { formatCount } from './effects-wording.ts';

const kindOf = (kind: string): CampaignKind => {
  const found = campaignKinds.find((each) => each === kind);
  if (found === undefined) throw new Error(`${kind} is no kind of campaign`);
  return found;
};

export function describeCampaign(row: CampaignRow): Campaign {
  const { id, kind, askedAt, leftOut, done, failed, waiting } = row;
  const totalMembers = done + failed + waiting;
  return {
    id,
    kind: kindOf(kind),
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

/** Who would be reached now. */
export interface Reach {
  /** Of those who agreed to news by email, whom it was not done for yet today. */
  readonly toReach: number;
  readonly doneToday: number;
  readonly leftOut: number;
}

const members = (count: number) => formatCount(count, 'member', 'members');
const is = (count: number) => (count === 1 ? 'is' : 'are');

const willHappen: Record<CampaignKind, (count: number) => string> = {
  prelaunch: (count) =>
    `${members(count)} ${is(count)} sent one email, saying that the timetable is up and open for booking.`,
  'members-with-bookings': (count) =>
    `${members(count)} with bookings ${is(count)} put on mailing list 13, and off list 14.`,
  'members-without-bookings': (count) =>
    `${members(count)} without any booking ${is(count)} put on mailing list 14.`,
};

export function describeCampaignEffects(kind: CampaignKind, { toReach, doneToday, leftOut }: Reach): Effects {
  return {
    summary: [
      willHappen[kind](toReach),
      ...(doneToday > 0
        ? [`For ${members(doneToday)} it was done today already; it is not done again.`]
        : []),
      ...(leftOut > 0
        ? [`${members(leftOut)} ${is(leftOut)} left out: they have not agreed to news by email.`]
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
