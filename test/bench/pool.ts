// The connections of the servers that are measured beside the service, set up as the service sets up its own.
import { createPool, type Pool } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/base/database-address.ts';

export const openPool = (): Pool => {
  const { host, port, user, password, database, socket } = parseDatabaseUrl(
    process.env['BENCH_DATABASE_URL'] ?? '',
  );
  return createPool({
    ...(socket === null ? { host, port } : { socketPath: socket }),
    user,
    password,
    database,
    connectionLimit: 16,
    dateStrings: true,
    supportBigNumbers: true,
    timezone: 'Z',
  });
};
