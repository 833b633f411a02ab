import { expect, test } from 'vitest';
import { readComposeImage } from './compose-images.ts';

test.each(['docker.eventstore.com/eventstore/eventstoredb-ee', 'postgres', 'redis'])(
  'finds the image of %s',
  (name) => {
    expect(readComposeImage(name)).toMatch(new RegExp(`^${name}:\\d`));
  },
);

test('throws for an image that is missing', () => {
  expect(() => readComposeImage('mysql')).toThrow('docker-compose.yml has no image of mysql');
});
