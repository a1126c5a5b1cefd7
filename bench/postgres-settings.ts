/** The settings that docs/operating.md recommends for an external PostgreSQL, here on a dedicated machine with 8 GB. */
export const RECOMMENDED_SETTINGS: Record<string, string> = {
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
  work_mem: '16MB',
  maintenance_work_mem: '512MB',
  random_page_cost: '1.1',
  effective_io_concurrency: '200',
  max_wal_size: '4GB',
  min_wal_size: '1GB',
  wal_compression: 'lz4',
  jit: 'off',
  max_connections: '200',
};
