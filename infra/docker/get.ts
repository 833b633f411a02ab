/** Sends a GET request to the process in the same container and prints the response, because the image has no curl. */
const [path = '/health/ready'] = process.argv.slice(2);
const port = process.env['HEALTH_PORT'] || process.env['PORT'] || '3000';
try {
  const response = await fetch(new URL(path, `http://127.0.0.1:${port}`), {
    signal: AbortSignal.timeout(10_000),
  });
  console.log((await response.text()).trimEnd());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
