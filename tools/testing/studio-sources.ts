/** What an embedded studio consists of, below the root. */
export const STUDIO_SOURCES = [
  'domain',
  'embedded',
  'infra',
  'package-lock.json',
  'projections',
  'services',
  'workers',
];
