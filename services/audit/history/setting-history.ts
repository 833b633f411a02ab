import type { StudioEvent } from '#domain/registry.ts';
import { settingDecider } from '#domain/setting/decider.ts';
import type { Actor, EventStore } from '#infra/event-store/types.ts';

/** One change of a setting's value. */
export interface SettingChange {
  readonly at: string;
  readonly actor: Actor;
  /** null if it was set for the first time. */
  readonly from: string | null;
  readonly to: string;
}

/**
 * Reads every change of a setting's value from its stream, the latest first; a new description alone is no change.
 * @throws EventStoreUnavailable
 */
export async function readSettingHistory(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  key: string,
): Promise<SettingChange[]> {
  const { events } = await eventStore.readStream(settingDecider.stream(key));
  const changes: SettingChange[] = [];
  let from: string | null = null;
  for (const { type, data, metadata } of events) {
    if (type !== 'SettingChanged') continue;
    const { value: to, at } = data;
    if (to !== from) changes.push({ at, actor: metadata.actor, from, to });
    from = to;
  }
  return changes.toReversed();
}
