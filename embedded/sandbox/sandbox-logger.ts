import type { FastifyBaseLogger } from 'fastify';

/** The part of the application's logger that the sandbox uses. */
export type SandboxLogger = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
