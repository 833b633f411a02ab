/** Returns the server's settings as arguments: they override the cluster's file, so a new release changes existing clusters too. */
export function toServerArguments(port: number, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '300',
    shared_buffers: '128MB',
    jit: 'off',
    // For an SSD and a mostly cached database: the default of 4 makes Postgres scan whole tables for a few rows.
    random_page_cost: '1.1',
    wal_compression: 'on',
    max_wal_size: '1GB',
    // A recycled segment keeps its old content, which may be an erased member's.
    wal_recycle: 'off',
    checkpoint_timeout: '15min',
    lc_messages: 'C',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // Keeps statements out of the log, because their values may be a member's data.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
