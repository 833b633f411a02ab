/** Asks the process beside it, in the same container, and prints what it answers: the image has no curl. */
const [path = '/health/ready'] = process.argv.slice(2);
const port = process.env['HEALTH_PORT'] || process.env['PORT'] || '3000';
try {
  const answer = await fetch(new URL(path, `http://127.0.0.1:${port}`), {
    signal: AbortSignal.timeout(10_000),
  });
  console.log((await answer.text()).trimEnd());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
