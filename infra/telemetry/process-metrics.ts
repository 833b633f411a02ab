import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { watch } from './metrics.ts';

const perSecond = 1e9;

/** Has the process tell of its memory, its processor time and how late it comes to its work. */
export function watchProcess(component: string): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const startedAt = Date.now() / 1_000 - process.uptime();
  watch((tell) => {
    const { rss, heapUsed } = process.memoryUsage();
    tell('tideline_process_memory_bytes', rss, { kind: 'resident' });
    tell('tideline_process_memory_bytes', heapUsed, { kind: 'heap' });
    const { user, system } = process.cpuUsage();
    tell('tideline_process_cpu_seconds', (user + system) / 1e6, {});
    tell('tideline_process_start_time_seconds', startedAt, { component });
    // Of a look that follows at once nothing was seen.
    const late = delay.percentile(99);
    tell('tideline_event_loop_delay_seconds', Number.isFinite(late) ? late / perSecond : 0, {});
    delay.reset();
  });
}

/** Has a pool tell how much of it is in use. */
export function watchPool(name: string, pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): void {
  watch((tell) => {
    const metric = 'tideline_pg_pool_connections';
    tell(metric, pool.totalCount - pool.idleCount, { pool: name, state: 'used' });
    tell(metric, pool.idleCount, { pool: name, state: 'idle' });
    tell(metric, pool.waitingCount, { pool: name, state: 'waiting' });
  });
}
