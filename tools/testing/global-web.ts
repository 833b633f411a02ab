import { buildWeb } from '../run/build-web.ts';

/** Builds the web once, before the test files that would each find it missing at the same moment. */
export function setup(): void {
  buildWeb();
}
