/** Command-line settings of the server; they win over the cluster's own file, so a new release changes them for all. */
export function serverSettings(port: number, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '300',
    shared_buffers: '128MB',
    jit: 'off',
    // Of a disk without moving parts, most of it in memory: 4 makes it read whole tables for a handful of rows.
    random_page_cost: '1.1',
    wal_compression: 'on',
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    lc_messages: 'C',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // Statements may carry a member's data in their values; they stay out of the log.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
