import type { DomainEvent, EventDefinition } from '../event.ts';

export type SettingEvent = DomainEvent<'SettingChanged', { key: string; value: string; description: string }>;

/** `AdminReleased`: an active admin in this credential epoch may lose the role, since the studio can do without. */
export type SharedPasswordsEvent =
  | SettingEvent
  | DomainEvent<'AdminReleased', { staffId: string; epoch: number }>;

export const settingEventDefinitions = {
  SettingChanged: { version: 1 },
  AdminReleased: { version: 1 },
} satisfies Record<SharedPasswordsEvent['type'], EventDefinition>;
