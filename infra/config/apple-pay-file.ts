import { readFileSync, statSync } from 'node:fs';

/** Stripe's file has about 9 KB; a much larger one is not it, and would stay in memory. */
const maxBytes = 65_536;

/**
 * Reads the file that proves to Apple that the domain is the studio's (APPLE_PAY_DOMAIN_ASSOCIATION_FILE); null without a path. It is
 * read at the start, so that a wrong path stops the deployment and not a payment.
 */
export function readApplePayFile(path: string | undefined): { content: Buffer | null; faults: string[] } {
  if (path === undefined) return { content: null, faults: [] };
  const refuse = (fault: string) => ({
    content: null,
    faults: [`APPLE_PAY_DOMAIN_ASSOCIATION_FILE ${fault}`],
  });
  try {
    const file = statSync(path);
    if (!file.isFile()) return refuse('is not a file');
    if (file.size === 0) return refuse('is empty');
    if (file.size > maxBytes) return refuse(`has more than ${maxBytes} bytes`);
    return { content: readFileSync(path), faults: [] };
  } catch (error) {
    return refuse(`cannot be read (${error instanceof Error && 'code' in error ? error.code : 'unknown'})`);
  }
}
