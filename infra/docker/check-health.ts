/** The image's health check, which requests the readiness of the process in the same container. */
const port = process.env['HEALTH_PORT'] || process.env['PORT'] || '3000';
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(3_000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
