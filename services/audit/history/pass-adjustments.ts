import type { StudioEvent } from '#domain/registry.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { EventStore } from '#infra/event-store/types.ts';

/** Passes that staff gave (positive) or took (negative) by hand in one request. */
export interface PassAdjustmentEntry {
  readonly key: string;
  readonly at: string;
  readonly passes: number;
  readonly reason: string;
}

/** Reads a member's adjustments from the member's stream, the latest first. @throws EventStoreUnavailable */
export async function readPassAdjustments(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  memberId: string,
): Promise<PassAdjustmentEntry[]> {
  const { events } = await eventStore.readStream(walletDecider.stream(memberId));
  const byKey = new Map<string, PassAdjustmentEntry>();
  for (const event of events) {
    if (event.type !== 'LotGranted' && event.type !== 'LotRevoked') continue;
    const { adjustment, passes, at } = event.data;
    if (adjustment === undefined) continue;
    const { key, reason } = adjustment;
    const moved = event.type === 'LotGranted' ? passes : -passes;
    byKey.set(key, { key, at, reason, passes: (byKey.get(key)?.passes ?? 0) + moved });
  }
  return [...byKey.values()].reverse();
}
