import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isResponseSerializationError } from 'fastify-type-provider-zod';
import { InvalidInput, Refusal } from '#domain/refusal.ts';
import { EventStoreUnavailable, VersionConflict } from '#infra/event-store/types.ts';
import {
  PaymentDeclined,
  PaymentNotFound,
  PaymentRefused,
  PaymentStateConflict,
  PaymentsUnavailable,
} from '#infra/payments/errors.ts';
import { isPostgresUnavailable } from '#infra/postgres/unavailable.ts';
import type { ErrorAnswer, ErrorCode } from '#services/contract/errors.ts';
import { describePaymentProblem, unknownPaymentProblem } from '#services/contract/payment-problems.ts';
import { HttpError, InstructorHasClasses, notFound, unavailable } from '../http-error.ts';
import { describeRefusal } from '../refusals.ts';

interface Problem {
  readonly status: number;
  readonly code: ErrorCode;
  readonly error: string;
  readonly issues?: ErrorAnswer['issues'];
  readonly classes?: ErrorAnswer['classes'];
  readonly changed?: ErrorAnswer['changed'];
  readonly change?: ErrorAnswer['change'];
  readonly keys?: readonly string[] | undefined;
  readonly overlaps?: ErrorAnswer['overlaps'];
  readonly rulesVersion?: number;
  readonly retryAfterSeconds?: number | undefined;
}

const invalid = (error: string, issues?: ErrorAnswer['issues']): Problem => ({
  status: 400,
  code: 'INVALID_INPUT',
  error,
  ...(issues ? { issues } : {}),
});

const incomplete = invalid('The request arrived cut off.');

/** What Fastify itself rejects before a handler runs, by its documented error codes. */
const fastifyProblems: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: {
    status: 400,
    code: 'MALFORMED_JSON',
    error: 'The request is not valid JSON.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: 'MALFORMED_JSON', error: 'The request has no content.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: incomplete,
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: 'PAYLOAD_TOO_LARGE', error: 'The request is too large.' },
  FST_REQ_FILE_TOO_LARGE: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    error: 'The files are over 10 MB together. Please split them.',
  },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    error: 'Please send the files as a multipart form.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    error: 'Please send JSON.',
  },
};

/** One issue is the sentence itself. */
const describeInput = ({ issues, message }: InvalidInput): Problem =>
  invalid(issues.length === 1 ? message : 'Please check the highlighted fields.', [...issues]);

/** What Stripe refuses for good; null of another error. */
function describePaymentError(error: unknown): Problem | null {
  if (error instanceof PaymentDeclined)
    return {
      status: 402,
      code: 'PAYMENT_DECLINED',
      error: describePaymentProblem(error) ?? unknownPaymentProblem,
    };
  if (error instanceof PaymentRefused)
    return {
      status: 409,
      code: 'PAYMENT_REFUSED',
      error: describePaymentProblem(error) ?? unknownPaymentProblem,
    };
  if (error instanceof PaymentNotFound)
    return { status: 404, code: 'PAYMENT_NOT_FOUND', error: 'We could not find this payment.' };
  if (error instanceof PaymentStateConflict)
    return {
      status: 409,
      code: 'CONFLICT',
      error: 'This payment has changed in the meantime. Please load the page again.',
    };
  return null;
}

function describe(error: unknown): Problem {
  if (error instanceof Refusal) return describeRefusal(error);
  if (error instanceof InvalidInput) return describeInput(error);
  if (error instanceof HttpError) {
    return {
      status: error.statusCode,
      code: error.code,
      error: error.message,
      retryAfterSeconds: error.retryAfterSeconds,
      ...(error instanceof InstructorHasClasses ? { classes: error.classes } : {}),
    };
  }
  if (
    error instanceof EventStoreUnavailable ||
    error instanceof VersionConflict ||
    error instanceof PaymentsUnavailable ||
    isPostgresUnavailable(error)
  ) {
    return describe(unavailable());
  }
  const paymentProblem = describePaymentError(error);
  if (paymentProblem !== null) return paymentProblem;
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const known = fastifyProblems[error.code];
    if (known) return known;
  }
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    const status = error.statusCode;
    if (status >= 400 && status < 500) return { ...invalid('This request can not be understood.'), status };
  }
  return {
    status: 500,
    code: 'INTERNAL',
    error: 'Something went wrong on our side. Nothing has been lost; please try again.',
  };
}

function formatBody(
  { code, error, issues, classes, changed, change, keys, overlaps, rulesVersion }: Problem,
  requestId: string,
): string {
  const body: ErrorAnswer = {
    success: false,
    error,
    code,
    requestId,
    ...(issues ? { issues } : {}),
    ...(classes ? { classes } : {}),
    ...(changed ? { changed } : {}),
    ...(change ? { change } : {}),
    ...(keys ? { keys: [...keys] } : {}),
    ...(overlaps ? { overlaps } : {}),
    ...(rulesVersion === undefined ? {} : { rulesVersion }),
  };
  return JSON.stringify(body);
}

/** Whether the client disconnected before its request was complete, an error that resembles a lost connection to Postgres. */
const isIncomplete = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Answers any error in the one error shape. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isDisconnected = isIncomplete(request);
  const problem = isDisconnected ? incomplete : describe(error);
  // The request log has no line for an answer that is never received.
  if (isDisconnected) request.log.info('The client disconnected before its request was complete');
  const { status, code, retryAfterSeconds } = problem;
  if (status >= 500 && error instanceof HttpError) {
    // Decided by the API itself, so a stack would show nothing; under overload this is logged thousands of times.
    request.log.warn({ status }, code);
  } else if (status >= 500) {
    request.log.error(
      { err: error, ...(isResponseSerializationError(error) ? { cause: error.cause } : {}) },
      code,
    );
  }
  // Stripe's message is for developers: it names what the studio has to change.
  if (error instanceof PaymentRefused)
    request.log.error({ stripeCode: error.code }, 'Stripe refused a request');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  // Sent as text, since the route's schema is that of the successful answer.
  return reply.code(status).type('application/json; charset=utf-8').send(formatBody(problem, request.id));
}

const unreadable: Readonly<Record<string, { status: string; error: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', error: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'The request has too much in its headers.',
  },
};

type Headers = Readonly<Record<string, string>>;

/** Answers a URL that the router cannot parse, before any route or hook applies. */
export const answerBadUrl =
  (headers: Headers) =>
  (
    error: FastifyError,
    { id, log }: Pick<FastifyRequest, 'id' | 'log'>,
    { raw }: { readonly raw: ServerResponse },
  ): void => {
    const problem = describe(error);
    log.info({ status: problem.status }, 'request');
    raw.writeHead(problem.status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    raw.end(formatBody(problem, id));
  };

/** Answers input that is not valid HTTP, directly on its connection. */
export const answerUnreadable =
  (headers: Headers) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const { status, error: sentence } = unreadable[error.code ?? ''] ?? {
      status: '400 Bad Request',
      error: 'This request can not be understood.',
    };
    const body = formatBody(invalid(sentence), randomUUID());
    if (socket.writable) {
      const lines = Object.entries({
        ...headers,
        'content-length': Buffer.byteLength(body),
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
    }
    socket.destroySoon();
  };

/** Answers every error in the one error shape. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(notFound(), request, reply));
}
