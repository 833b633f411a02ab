import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../config/config.ts';
import { startMetrics } from './metrics.ts';
import { observeProcess } from './observe-process.ts';
import { setTracer } from './spans.ts';

/**
 * Starts tracing and metrics in this thread where configured; `component` is api, projections, workers or studio. Call it before
 * opening anything else. Returns a function that stops it and sends what is pending.
 */
export function startTelemetry(
  { telemetry, healthPort }: Pick<Config, 'telemetry' | 'healthPort'>,
  component: string,
): () => Promise<void> {
  const serviceName = telemetry.serviceName ?? `tideline-${component}`;
  const stops: (() => Promise<void>)[] = [];
  if (telemetry.otlpEndpoint !== null) {
    stops.push(startTracing({ ...telemetry, endpoint: telemetry.otlpEndpoint, serviceName, component }));
  }
  if (healthPort !== null) {
    stops.push(startMetrics(serviceName));
    observeProcess(component);
  }
  return async () => {
    await Promise.allSettled(stops.map((stop) => stop()));
  };
}

function startTracing(options: {
  endpoint: string;
  serviceName: string;
  component: string;
  sampleRatio: number;
}): () => Promise<void> {
  const { endpoint, serviceName, component, sampleRatio } = options;
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.namespace': 'tideline',
      'tideline.component': component,
    }),
    sampler: new ParentBasedSampler({ root: rootSampler(sampleRatio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000 }),
        scheduledDelayMillis: 2_000,
        exportTimeoutMillis: 5_000,
      }),
    ],
  });
  setTracer(provider.getTracer('tideline'));
  return async () => {
    setTracer(null);
    await provider.shutdown();
    contexts.disable();
    context.disable();
  };
}

function rootSampler(ratio: number) {
  if (ratio >= 1) return new AlwaysOnSampler();
  return ratio <= 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}
