import type { FastifyBaseLogger } from 'fastify';

/** What the sandbox needs of the application's logger. */
export type SandboxLogger = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
