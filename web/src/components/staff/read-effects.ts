import type { DryRunAnswer, Effects } from '#services/contract/dry-run.ts';
import { request } from '#web/lib/http.ts';

/** A call that changes something. */
export interface Call {
  readonly path: string;
  readonly method: 'DELETE' | 'POST' | 'PUT' | 'PATCH';
  readonly body?: object | undefined;
}

/** What a call would do at this moment. */
export async function readEffects({ path, method, body }: Call): Promise<Effects> {
  const { effects } = await request<DryRunAnswer>(`${path}?dryRun=true`, {
    method,
    ...(body ? { body } : {}),
  });
  return effects;
}
