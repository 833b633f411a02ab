import type { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { StudioEvent } from '#domain/registry.ts';
import { createIdSequence, type IdSequence } from '#infra/postgres/tables/id-sequence.ts';
import { createKeyedIds, type KnownKeyedIds } from '#infra/postgres/tables/keyed-ids.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import type { ProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { VerificationRuns } from '../audit/verification/verification-runs.ts';
import { WhatIfRuns } from '../audit/what-if/what-if-runs.ts';
import type { ConfigAnswer } from '../contract/payments.ts';
import type { RulesAnswer } from '../contract/rules.ts';
import { type CatchUp, createCatchUp } from './catch-up.ts';
import { createIdempotentIds, type IdempotentIds } from './idempotent-ids.ts';
import { computeMaxPages } from './live/compute-max-pages.ts';
import { LiveConnections } from './live/live-connections.ts';
import { createRulesCache } from './load-shedding/create-rules-cache.ts';
import { createTimetableCache } from './load-shedding/create-timetable-cache.ts';
import type { TimetableCache } from './load-shedding/timetable-cache.ts';
import type { Authentication } from './plugins/authentication.ts';
import type { WhatIfRequest } from './presenters/describe-what-if.ts';
import type { TypedApp } from './typed-app.ts';

/** The queues to show, connected on the first request; null in a process without queues. */
export type DeadLetterBoard = { open(): Promise<BullMQAdapter[]> } | null;

/** Sequences for what a repeated request finds by itself, so that it needs no idempotency key. */
interface IdSequences {
  readonly bookingId: IdSequence;
  readonly waitlistId: IdSequence;
}

/** Sequences for what a repeated request would create a second time. */
interface IdempotentIdSequences {
  readonly classId: IdempotentIds;
  readonly complaintId: IdempotentIds;
  readonly instructorId: IdempotentIds;
  readonly passId: IdempotentIds;
  readonly planId: IdempotentIds;
  readonly registrationId: IdempotentIds;
  readonly templateId: IdempotentIds;
  readonly templateClassId: IdempotentIds;
}

type RuntimeParts = Pick<
  Runtime<StudioEvent>,
  | 'auditSigner'
  | 'challenges'
  | 'clientHash'
  | 'clock'
  | 'config'
  | 'deciders'
  | 'emailHash'
  | 'eventStore'
  | 'memberKeys'
  | 'membershipIds'
  | 'payments'
  | 'pool'
  | 'push'
  | 'pushSubscriptions'
  | 'secondFactorSecret'
  | 'sharedPasswordMarks'
  | 'signInSecret'
  | 'staffEmailHash'
  | 'subscriptions'
  | 'unsubscribeTokens'
  | 'emailProofTokens'
>;

/** What the routes use. */
export interface ApiDependencies extends RuntimeParts {
  readonly authentication: Authentication;
  readonly catchUp: CatchUp;
  readonly ids: IdSequences;
  readonly idempotentIds: IdempotentIdSequences;
  /** The class that a template class becomes in a week: always the same one. */
  readonly templateWeekIds: KnownKeyedIds;
  readonly waiter: Pick<ProjectionWaiter, 'onProgress'>;
  readonly timetable: TimetableCache;
  readonly readRules: () => Promise<RulesAnswer>;
  readonly readSiteConfig: () => ConfigAnswer;
  readonly liveConnections: LiveConnections;
  readonly verifications: VerificationRuns;
  readonly whatIfs: WhatIfRuns<WhatIfRequest>;
  /** Whether everything this process serves from has started; false again while it shuts down. */
  readonly isReady: () => boolean;
  readonly board: DeadLetterBoard;
}

export function createDependencies(
  app: TypedApp,
  options: {
    readonly runtime: Runtime<StudioEvent>;
    readonly waiter: ProjectionWaiter;
    readonly authentication: Authentication;
    readonly isReady: () => boolean;
    readonly board: DeadLetterBoard;
    readonly readSiteConfig: () => ConfigAnswer;
  },
): ApiDependencies {
  const { runtime, waiter, authentication, isReady, board, readSiteConfig } = options;
  const { pool, config, rootKey, backends } = runtime;
  return {
    ...runtime,
    authentication,
    catchUp: createCatchUp((position, projections, limits) => waiter.waitFor(position, projections, limits)),
    ids: {
      bookingId: createIdSequence(pool, 'booking_id_seq'),
      waitlistId: createIdSequence(pool, 'waitlist_id_seq', { block: 1 }),
    },
    idempotentIds: {
      classId: createIdempotentIds(pool, { kind: 'class', sequence: 'class_id_seq' }),
      complaintId: createIdempotentIds(pool, { kind: 'complaint', sequence: 'complaint_id_seq' }),
      instructorId: createIdempotentIds(pool, { kind: 'instructor', sequence: 'instructor_id_seq' }),
      passId: createIdempotentIds(pool, { kind: 'pass', sequence: 'pass_id_seq' }),
      planId: createIdempotentIds(pool, { kind: 'plan', sequence: 'plan_id_seq' }),
      registrationId: createIdempotentIds(pool, { kind: 'registration', sequence: 'registration_id_seq' }),
      templateId: createIdempotentIds(pool, { kind: 'template', sequence: 'template_id_seq' }),
      templateClassId: createIdempotentIds(pool, {
        kind: 'template-class',
        sequence: 'template_class_id_seq',
      }),
    },
    templateWeekIds: createKeyedIds(pool, { kind: 'template-week', sequence: 'class_id_seq' }),
    waiter,
    timetable: createTimetableCache(app, pool, waiter),
    readRules: createRulesCache(app, pool, waiter),
    readSiteConfig,
    liveConnections: new LiveConnections({
      maxTotal: computeMaxPages(),
      isLimited: config.rateLimits,
      logger: runtime.logger,
    }),
    verifications: new VerificationRuns({ config, rootKey, origin: 'desk', ...backends }),
    whatIfs: new WhatIfRuns({ config, rootKey, ...backends }),
    isReady,
    board,
  };
}
