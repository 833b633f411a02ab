import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { observe } from './metrics.ts';

const NANOSECONDS_PER_SECOND = 1e9;

/** Has the process report of its memory, its processor time and how late it comes to its work. */
export function observeProcess(component: string): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const startedAt = Date.now() / 1_000 - process.uptime();
  observe((report) => {
    const { rss, heapUsed } = process.memoryUsage();
    report('tideline_process_memory_bytes', rss, { kind: 'resident' });
    report('tideline_process_memory_bytes', heapUsed, { kind: 'heap' });
    const { user, system } = process.cpuUsage();
    report('tideline_process_cpu_seconds', (user + system) / 1e6, {});
    report('tideline_process_start_time_seconds', startedAt, { component });
    // Not a number when metrics are requested twice in a row, because nothing was measured between.
    const late = delay.percentile(99);
    report(
      'tideline_event_loop_delay_seconds',
      Number.isFinite(late) ? late / NANOSECONDS_PER_SECOND : 0,
      {},
    );
    delay.reset();
  });
}

/** Has a pool report how much of it is in use. */
export function observePool(
  name: string,
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>,
): void {
  observe((report) => {
    const metric = 'tideline_pg_pool_connections';
    report(metric, pool.totalCount - pool.idleCount, { pool: name, state: 'used' });
    report(metric, pool.idleCount, { pool: name, state: 'idle' });
    report(metric, pool.waitingCount, { pool: name, state: 'waiting' });
  });
}
