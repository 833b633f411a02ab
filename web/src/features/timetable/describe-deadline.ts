import { describeLostPass } from '#services/contract/lost-pass.ts';
import { describeLateness } from '#services/contract/rule-wording.ts';
import { capitalise } from '#web/lib/capitalise.ts';
import { formatDayTime } from '#web/lib/london-time.ts';

interface Deadline {
  readonly startsAt: string;
  readonly freeCancellationUntil: string;
}

/** Until when a class is free to cancel, or what a cancellation costs now. `isRefilled`: the rule by which a late pass can come back is on. */
export const describeDeadline = (
  { startsAt, freeCancellationUntil: freeUntil }: Deadline,
  canCancelFreely: boolean,
  isRefilled: boolean,
): string =>
  canCancelFreely
    ? `Free to cancel until ${formatDayTime(freeUntil)}`
    : `${capitalise(describeLateness({ startsAt, freeUntil }))}: ${describeLostPass(isRefilled)}`;
