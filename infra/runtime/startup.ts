import { type Config, InvalidConfig, loadConfig } from '../config/config.ts';
import { WrongMasterKey } from '../crypto/root-key.ts';
import type { Backends } from './connect.ts';

/** Reads this process's configuration. When it is invalid, prints its errors and exits. */
export function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Returns the configured servers, for a process that starts none itself; the site serves the sandbox. Exits when one is missing. */
export function configuredBackends({ databaseUrl, eventStoreUrl, siteUrl }: Config): Backends {
  if (databaseUrl === null || eventStoreUrl === null) {
    console.error(
      'This process needs DATABASE_URL and EVENTSTORE_URL; only `npm start` starts its own servers.',
    );
    process.exit(1);
  }
  return { databaseUrl, eventStoreUrl, sandboxUrl: siteUrl };
}

/** Exits with a message for the operator, where there is one; else throws the error. */
export function exitWithMessage(error: unknown): never {
  if (!(error instanceof WrongMasterKey)) throw error;
  console.error(error.message);
  process.exit(1);
}
