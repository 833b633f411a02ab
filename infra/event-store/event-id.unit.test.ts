import { expect, test } from 'vitest';
import { eventId } from './event-id.ts';

test('an id is a uuid of version 5 that depends on command, stream and place alone', () => {
  const id = eventId('command', 'class-1', 0);
  // Pinned: another id for the same append would break the retries of appends in flight during an upgrade.
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(id).toBe('014b6ab4-9422-54ec-93d4-b08bf93a2d09');
  expect(eventId('command', 'class-1', 0)).toBe(id);
  const others = [
    eventId('command', 'class-1', 1),
    eventId('command', 'class-2', 0),
    eventId('other', 'class-1', 0),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});
