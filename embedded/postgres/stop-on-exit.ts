import type { ChildProcess } from 'node:child_process';

/**
 * Stops the server when this process exits or gets SIGINT or SIGTERM, and then raises the signal again. Leaves a signal alone when the
 * program has a handler of its own. Returns a function that removes the hooks.
 */
export function stopOnExit(server: ChildProcess, stop: () => Promise<void>): () => void {
  const onExit = () => server.kill('SIGINT');
  const onSignal = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) > 1) return;
    void stop().finally(() => {
      process.removeListener(signal, onSignal);
      process.kill(process.pid, signal);
    });
  };
  process.once('exit', onExit);
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return () => {
    process.removeListener('exit', onExit);
    process.removeListener('SIGINT', onSignal);
    process.removeListener('SIGTERM', onSignal);
  };
}
