/**
 * Sends SIGTERM to this process once its parent has ended. When npm ends, it ends its shell but not what the shell started, and a
 * killed runner leaves its task behind. Either would occupy the port.
 * @param {number} parent
 */
export function endWithParent(parent) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

// run.mjs loads this file into each task, and passes its own process id.
const runner = Number(process.env.TASK_RUNNER_PID);
if (runner > 0) {
  delete process.env.TASK_RUNNER_PID;
  endWithParent(runner);
}
