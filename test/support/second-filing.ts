// A second worker beside the service's own, over the same database and folder.
import { createLog } from '../../src/base/log.ts';
import { type Filing, startFiling } from '../../src/start/filing.ts';
import { QUICK } from './office.ts';
import type { TestService } from './service.ts';

export const startSecondFiling = ({ dataDir, database }: TestService): Promise<Filing> =>
  startFiling({
    config: {
      master_key: null,
      data_dir: dataDir ?? '',
      pac: null,
      access_point: null,
      smtp_url: null,
      mail_from: 'invoices@localhost',
    },
    database,
    log: createLog(process.env['LOG_LEVEL'] ?? 'silent'),
    now: () => new Date(),
    timing: QUICK,
  });
