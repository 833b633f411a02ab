import { expect, test } from 'vitest';
import { createEventId } from './event-id.ts';

test('an event id is a uuid v5 of the command, the stream and the index alone', () => {
  const id = createEventId('command', 'class-1', 0);
  // Pinned: another id for the same append would break the retries of appends in flight during an upgrade.
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(id).toBe('014b6ab4-9422-54ec-93d4-b08bf93a2d09');
  expect(createEventId('command', 'class-1', 0)).toBe(id);
  const others = [
    createEventId('command', 'class-1', 1),
    createEventId('command', 'class-2', 0),
    createEventId('other', 'class-1', 0),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});
