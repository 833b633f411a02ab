import { type Config, InvalidConfig, loadConfig } from '../config/config.ts';
import { WrongMasterKey } from '../crypto/root-key.ts';
import type { Backends } from './connect.ts';

/** The configuration of this process; what is wrong with it is printed, and the process ends. */
export function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** The servers of a process that starts none itself; a stand-in, where one is needed, is the site's. Ends it when one is not configured. */
export function configuredBackends({ databaseUrl, eventStoreUrl, siteUrl }: Config): Backends {
  if (databaseUrl === null || eventStoreUrl === null) {
    console.error(
      'A process of its own needs DATABASE_URL and EVENTSTORE_URL; `npm start` brings its own servers.',
    );
    process.exit(1);
  }
  return { databaseUrl, eventStoreUrl, sandboxUrl: siteUrl };
}

/** Ends the process with what its operator has to do, where that is known; what is ours is thrown on. */
export function endWithSentence(error: unknown): never {
  if (!(error instanceof WrongMasterKey)) throw error;
  console.error(error.message);
  process.exit(1);
}
