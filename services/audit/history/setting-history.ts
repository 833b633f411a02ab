import type { StudioEvent } from '#domain/registry.ts';
import { RULEBOOK, rulebookDecider } from '#domain/rules/decider.ts';
import { isRuleKey } from '#domain/rules/rule-keys.ts';
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

function findNewValue(event: StudioEvent, key: string): string | undefined {
  if (event.type === 'SettingChanged') return event.data.value;
  if (event.type !== 'RulesChanged') return undefined;
  return event.data.changes.find((change) => change.key === key)?.to;
}

/**
 * Reads every change of a setting's value, the latest first; a new description alone is no change. A rule may have been a setting with a
 * stream of its own before the rulebook.
 * @throws EventStoreUnavailable
 */
export async function readSettingHistory(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  key: string,
): Promise<SettingChange[]> {
  const streams = [settingDecider.stream(key), ...(isRuleKey(key) ? [rulebookDecider.stream(RULEBOOK)] : [])];
  const reads = await Promise.all(streams.map((stream) => eventStore.readStream(stream)));
  const changes: SettingChange[] = [];
  let from: string | null = null;
  for (const event of reads.flatMap(({ events }) => events)) {
    const to = findNewValue(event, key);
    if (to === undefined) continue;
    if (to !== from) changes.push({ at: event.data.at, actor: event.metadata.actor, from, to });
    from = to;
  }
  return changes.toReversed();
}
