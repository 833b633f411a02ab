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

/** A span's attributes; never personal data. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind?: 'server' | 'consumer' | 'producer' | 'client';
  readonly attributes?: SpanAttributes;
  /** The `traceparent` of a cause in another process; by default the active span. */
  readonly parent?: string | undefined;
  /** `traceparent`s of other traces that this span continues. */
  readonly links?: readonly string[];
}

/** A span that has not ended. */
export interface OpenSpan {
  setAttributes(attributes: SpanAttributes): void;
  /** Runs `work` with this span as the parent of all spans it opens. */
  run<T>(work: () => T): T;
  end(error?: unknown): void;
}

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
  client: SpanKind.CLIENT,
} as const;

const MAX_LINKS = 128;

let tracer: Tracer | null = null;

/** Starts tracing in this thread; null stops it. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

/** Whether this thread traces; work that only serves traces is skipped otherwise. */
export const isTracing = (): boolean => tracer !== null;

const noSpan: OpenSpan = { setAttributes() {}, run: (work) => work(), end() {} };

/** Opens a span that the caller must end. */
export function openSpan(name: string, options: SpanOptions = {}): OpenSpan {
  if (tracer === null) return noSpan;
  const { kind, attributes, parent, links } = options;
  const around = parent === undefined ? context.active() : contextOf(parent);
  const span = tracer.startSpan(
    name,
    {
      ...(kind === undefined ? {} : { kind: kinds[kind] }),
      ...(attributes === undefined ? {} : { attributes: { ...attributes } }),
      ...(links === undefined ? {} : { links: links.slice(0, MAX_LINKS).flatMap(linkTo) }),
    },
    around,
  );
  const inside = trace.setSpan(around, span);
  return {
    setAttributes: (more) => void span.setAttributes(more satisfies Attributes),
    run: (work) => context.with(inside, work),
    end(error) {
      if (error !== undefined) fail(span, error);
      span.end();
    },
  };
}

/** Runs `work` in a span. An error is recorded by class and code only, because its message may contain personal data. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  if (tracer === null) return work(noSpan);
  const span = openSpan(name, options);
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Adds an event to the active span. */
export function addSpanEvent(event: string): void {
  if (tracer !== null) trace.getActiveSpan()?.addEvent(event);
}

/** The active span's W3C `traceparent`; undefined without a sampled one. */
export function currentTraceparent(): string | undefined {
  if (tracer === null) return undefined;
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined || (span.traceFlags & 1) === 0) return undefined;
  return `00-${span.traceId}-${span.spanId}-01`;
}

/**
 * A command's id without the key of a job, which may be a member's id, because other companies may store the traces.
 */
export const toTraceableId = (commandId: string): string =>
  commandId.startsWith('job/') ? commandId.split('/', 2).join('/') : commandId;

/** The trace id in a `traceparent`. */
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
