import type { ChildProcess } from 'node:child_process';

/**
 * Ends the server when our process ends in an orderly way. A program that handles the signals itself is left to do so;
 * otherwise the server is stopped and the signal is raised again. Returns the removal of the hooks.
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
