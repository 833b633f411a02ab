import { readFileSync } from 'node:fs';

const compose = new URL('../../../docker-compose.yml', import.meta.url);

/** The image that docker-compose.yml runs for a name such as `postgres` or `docker.eventstore.com/eventstore/eventstoredb-ee`: tests use no other. */
export function composeImage(name: string): string {
  const image = new RegExp(`^\\s+image: (${name}:\\S+)$`, 'm').exec(readFileSync(compose, 'utf8'))?.[1];
  if (image === undefined) throw new Error(`docker-compose.yml has no image of ${name}`);
  return image;
}
