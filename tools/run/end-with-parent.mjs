/**
 * Ends this process in an orderly way (SIGTERM to itself) once its parent is gone. npm, when it is told to end, takes its shell
 * with it and leaves what the shell started; a runner that is killed leaves the task. Either would keep the port.
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

// Loaded into each task by run.mjs, which says who it is.
const runner = Number(process.env.TASK_RUNNER_PID);
if (runner > 0) {
  delete process.env.TASK_RUNNER_PID;
  endWithParent(runner);
}
