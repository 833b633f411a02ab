import { createMissingScriptError } from './api-error.ts';

/** Throws `ApiError` SCRIPT_MISSING, whose sentence a message can show, if the script could not be fetched. */
export const loadScript = <Script>(load: () => Promise<Script>): Promise<Script> =>
  load().catch((cause: unknown) => {
    throw createMissingScriptError(cause);
  });
