import {
  type Attributes,
  type Context,
  context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

/** What a span says of itself; never an address, a name or anything else of a person. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind?: 'server' | 'consumer' | 'producer' | 'client';
  readonly attributes?: SpanAttributes;
  /** The `traceparent` of what caused this elsewhere; the span that is open here, when left out. */
  readonly parent?: string | undefined;
  /** `traceparent`s of others that this goes on with. */
  readonly links?: readonly string[];
}

/** A span while it is open. */
export interface OpenSpan {
  note(attributes: SpanAttributes): void;
  /** Has `work`, and all that it begins, count as under this span. */
  within<T>(work: () => T): T;
  end(error?: unknown): void;
}

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
  client: SpanKind.CLIENT,
} as const;

const longestLinks = 128;

let tracer: Tracer | null = null;

/** Called once a thread, when traces are sent from it; null ends it. */
export function traceWith(next: Tracer | null): void {
  tracer = next;
}

/** Whether this thread traces. What is only done for traces is left out when it does not. */
export const isTracing = (): boolean => tracer !== null;

const silent: OpenSpan = { note() {}, within: (work) => work(), end() {} };

/** Opens a span that must be ended by hand. */
export function openSpan(name: string, options: SpanOptions = {}): OpenSpan {
  if (tracer === null) return silent;
  const { kind, attributes, parent, links } = options;
  const around = parent === undefined ? context.active() : contextOf(parent);
  const span = tracer.startSpan(
    name,
    {
      ...(kind === undefined ? {} : { kind: kinds[kind] }),
      ...(attributes === undefined ? {} : { attributes: { ...attributes } }),
      ...(links === undefined ? {} : { links: links.slice(0, longestLinks).flatMap(linkTo) }),
    },
    around,
  );
  const inside = trace.setSpan(around, span);
  return {
    note: (more) => void span.setAttributes(more satisfies Attributes),
    within: (work) => context.with(inside, work),
    end(error) {
      if (error !== undefined) fail(span, error);
      span.end();
    },
  };
}

/** Does `work` under a span of that name. An error is told by its class and code only: its message may hold what a person wrote. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  if (tracer === null) return work(silent);
  const span = openSpan(name, options);
  try {
    const result = await span.within(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Notes something on the span that is open here. */
export function noteOnSpan(event: string): void {
  if (tracer !== null) trace.getActiveSpan()?.addEvent(event);
}

/** Of the span that is open here, as W3C writes it; undefined when there is none that is kept. */
export function currentTraceparent(): string | undefined {
  if (tracer === null) return undefined;
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined || (span.traceFlags & 1) === 0) return undefined;
  return `00-${span.traceId}-${span.spanId}-01`;
}

/**
 * A command's id as far as a span may carry it: of a job's command the kind of job alone, since a job's key may be a member's id, and
 * traces may be kept by others than the studio.
 */
export const tracedId = (commandId: string): string =>
  commandId.startsWith('job/') ? commandId.split('/', 2).join('/') : commandId;

/** The trace that a `traceparent` belongs to. */
export const traceIdOf = (traceparent: string): string | undefined => parseTraceParent(traceparent)?.traceId;

function contextOf(traceparent: string): Context {
  const remote = parseTraceParent(traceparent);
  return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
}

function linkTo(traceparent: string): Link[] {
  const remote = parseTraceParent(traceparent);
  return remote === null ? [] : [{ context: remote }];
}

function fail(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const type = error instanceof Error ? error.constructor.name : 'unknown';
  span.setAttribute('error.type', typeof code === 'string' ? `${type} ${code}` : type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
