import type { DomainEvent, EventDefinition } from '../event.ts';

/** An admin, named in the metadata, took all of the studio's data along. */
export type StudioExportEvent = DomainEvent<'StudioExported', object>;

export const studioExportEventDefinitions = {
  StudioExported: { version: 1 },
} satisfies Record<StudioExportEvent['type'], EventDefinition>;
