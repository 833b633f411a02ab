import { readFileSync, statSync } from 'node:fs';
import { isMasterKey } from './schema.ts';

type Env = Readonly<Record<string, string | undefined>>;

const isSet = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

/** Whether the environment names the master key, so that none is generated. */
export const isMasterKeyConfigured = ({ MASTER_KEY, MASTER_KEY_FILE }: Env): boolean =>
  isSet(MASTER_KEY) || isSet(MASTER_KEY_FILE);

/**
 * Returns the environment with the content of `<name>_FILE` as `name`, for a master key in a file that an
 * orchestrator mounts. Also returns the faults of that file, without its content.
 */
export function readMasterKeyFile(
  env: Env,
  name: 'MASTER_KEY' | 'NEW_MASTER_KEY' = 'MASTER_KEY',
): { env: Env; faults: string[] } {
  const variable = `${name}_FILE`;
  const path = env[variable]?.trim() ?? '';
  if (path === '') return { env, faults: [] };
  if (isSet(env[name])) return { env, faults: [`${name} and ${variable} are both set; keep one`] };
  const refuse = (fault: string) => ({ env, faults: [`${variable} ${fault}`] });
  let text: string;
  try {
    const file = statSync(path);
    if (!file.isFile()) return refuse('is not a file');
    // The group may read, as orchestrators mount secrets.
    if ((file.mode & 0o027) !== 0) {
      return refuse('may be read by others or written by its group; chmod 0400 or 0440 protects it');
    }
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    return refuse(`cannot be read (${error instanceof Error && 'code' in error ? error.code : 'unknown'})`);
  }
  if (!isMasterKey(text)) return refuse('must contain 32 bytes, as 64 hex digits or base64');
  return { env: { ...env, [name]: text, [variable]: undefined }, faults: [] };
}
