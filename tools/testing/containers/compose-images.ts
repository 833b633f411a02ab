import { readFileSync } from 'node:fs';

const compose = new URL('../../../docker-compose.yml', import.meta.url);

/** Reads the image and version in docker-compose.yml for a name such as `postgres`, so that tests use the same. */
export function readComposeImage(name: string): string {
  const image = new RegExp(`^\\s+image: (${name}:\\S+)$`, 'm').exec(readFileSync(compose, 'utf8'))?.[1];
  if (image === undefined) throw new Error(`docker-compose.yml has no image of ${name}`);
  return image;
}
