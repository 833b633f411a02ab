import { expect, test } from 'vitest';
import { composeImage } from './compose-images.ts';

test.each(['docker.eventstore.com/eventstore/eventstoredb-ee', 'postgres', 'redis'])(
  'knows the image of %s',
  (name) => {
    expect(composeImage(name)).toMatch(new RegExp(`^${name}:\\d`));
  },
);

test('is not content with an image that is not there', () => {
  expect(() => composeImage('mysql')).toThrow('docker-compose.yml has no image of mysql');
});
