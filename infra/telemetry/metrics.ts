import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type Metric,
  type MetricName,
  metrics,
} from './metric-list.ts';

/** Reports a gauge's current value. */
export type Report = <Name extends GaugeName>(name: Name, value: number, labels: LabelsOf<Name>) => void;

/** Reports gauges when metrics are requested. An error is ignored. */
export type Observer = (report: Report) => void | Promise<void>;

/** An observer that takes longer is left out, so that it hides no other metrics. */
const OBSERVER_TIMEOUT_MS = 4_000;

interface Recorder {
  add(name: CounterName, by: number, labels: Readonly<Record<string, string>>): void;
  record(name: HistogramName, value: number, labels: Readonly<Record<string, string>>): void;
  observe(observer: Observer): () => void;
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  stop(): Promise<void>;
}

let recorder: Recorder | null = null;

/** Whether this thread records metrics. */
export const hasMetrics = (): boolean => recorder !== null;

/** Increments a counter; does nothing while metrics are off. */
export function count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, by = 1): void {
  recorder?.add(name, by, labels);
}

/** Records one duration; does nothing while metrics are off. */
export function measure<Name extends HistogramName>(
  name: Name,
  seconds: number,
  labels: LabelsOf<Name>,
): void {
  recorder?.record(name, seconds, labels);
}

/** Calls `observer` whenever metrics are requested, until the returned function is called. Does nothing while metrics are off. */
export function observe(observer: Observer): () => void {
  return recorder?.observe(observer) ?? (() => {});
}

/** `GET /metrics` in Prometheus's text format; null while metrics are off. */
export const metricsHandler = (): Recorder['handler'] | null => recorder?.handler ?? null;

/** Starts to record metrics in this thread; returns a function that stops it. */
export function startMetrics(serviceName: string): () => Promise<void> {
  const started = createRecorder(serviceName);
  recorder = started;
  return async () => {
    if (recorder === started) recorder = null;
    await started.stop();
  };
}

function createRecorder(serviceName: string): Recorder {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const provider = new MeterProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    readers: [exporter],
  });
  const meter = provider.getMeter('tideline');
  const options = ({ help, unit, buckets }: Metric) => ({
    description: help,
    unit,
    ...(buckets === undefined ? {} : { advice: { explicitBucketBoundaries: [...buckets] } }),
  });
  const of = (kind: Metric['kind']) =>
    Object.entries<Metric>(metrics).filter(([, metric]) => metric.kind === kind);
  const counters = new Map<string, ReturnType<typeof meter.createCounter>>(
    of('counter').map(([name, metric]) => [name, meter.createCounter(name, options(metric))]),
  );
  const histograms = new Map<string, ReturnType<typeof meter.createHistogram>>(
    of('histogram').map(([name, metric]) => [name, meter.createHistogram(name, options(metric))]),
  );
  const gauges = new Map<string, ReturnType<typeof meter.createObservableGauge>>(
    of('gauge').map(([name, metric]) => [name, meter.createObservableGauge(name, options(metric))]),
  );

  return {
    add: (name, by, labels) => counters.get(name)?.add(by, labels),
    record: (name, value, labels) => histograms.get(name)?.record(value, labels),
    observe(observer) {
      const all = [...gauges.values()];
      const callback: Parameters<typeof meter.addBatchObservableCallback>[0] = async (result) => {
        let isOver = false;
        const report = (name: MetricName, value: number, labels: Readonly<Record<string, string>>) => {
          const gauge = gauges.get(name);
          if (gauge !== undefined && !isOver) result.observe(gauge, value, labels);
        };
        const over = new AbortController();
        try {
          await Promise.race([
            Promise.resolve(observer(report)).catch(() => {}),
            delay(OBSERVER_TIMEOUT_MS, undefined, { signal: over.signal, ref: false }).catch(() => {}),
          ]);
        } finally {
          isOver = true;
          over.abort();
        }
      };
      meter.addBatchObservableCallback(callback, all);
      return () => meter.removeBatchObservableCallback(callback, all);
    },
    handler: (request, response) => exporter.getMetricsRequestHandler(request, response),
    stop: () => provider.shutdown(),
  };
}
