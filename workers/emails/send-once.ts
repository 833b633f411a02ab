import type { PerformedEffect } from '#infra/postgres/tables/performed-effects.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { performOnce } from '../perform-once.ts';
import type { StudioEmail } from './studio-email.ts';
import { firstName } from './wording.ts';

/** Sends an email to this address at most once under `key`. */
export const sendOnce = (
  { pool, mail }: Pick<JobDependencies, 'pool' | 'mail'>,
  effect: PerformedEffect,
  { email, name }: { readonly email: string; readonly name: string },
  content: StudioEmail,
): Promise<void> =>
  performOnce(pool, effect, (idempotencyKey) =>
    mail.sendEmail({ to: email, toName: firstName(name), kind: effect.kind, idempotencyKey, ...content }),
  );
