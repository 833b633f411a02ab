import type { DomainEvent, EventDefinition } from '../event.ts';

export type SettingEvent = DomainEvent<'SettingChanged', { key: string; value: string; description: string }>;

export const settingEventDefinitions = {
  SettingChanged: { version: 1 },
} satisfies Record<SettingEvent['type'], EventDefinition>;
