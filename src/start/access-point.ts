// Chooses the access point: the configured one, otherwise the sandbox.
import type { Config } from '../base/config.ts';
import { inTurns } from '../base/load/turns.ts';
import type { Database } from '../db/database.ts';
import type { Transport } from '../einvoicing/filing.ts';
import { checkUblInSteps } from '../sandbox/ubl-check/check.ts';
import type { Logger } from '../base/log.ts';
import { type SandboxAccessPoint, startSandboxAccessPoint } from '../sandbox/access-point/server.ts';
import type { NetworkQueue } from '../domain/across/network/pull.ts';
import { findReceiver } from '../domain/across/network/receiver.ts';
import { configuredAccessPoint, configuredQueue } from '../providers/access-point/configured.ts';
import { storecoveQueue } from '../providers/access-point/storecove-queue.ts';
import { storecove } from '../providers/access-point/storecove.ts';

/** Differs from every real provider's name: documents sent to the sandbox may only be looked up there. */
const SANDBOX_NAME = 'sandbox-access-point';

export interface AccessPointParts {
  readonly config: Pick<Config, 'access_point'>;
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
}

export interface ProvidedAccessPoint {
  readonly transport: Transport;
  /** Null when a real access point is configured. */
  readonly sandbox: SandboxAccessPoint | null;
  /** What tells of documents that came; null where none is to be asked. */
  readonly queue: NetworkQueue | null;
  close(): Promise<void>;
}

export const provideAccessPoint = async (parts: AccessPointParts): Promise<ProvidedAccessPoint> => {
  const { config, database, log, now } = parts;
  if (config.access_point !== null) {
    const transport = configuredAccessPoint(config.access_point);
    const queue = configuredQueue(config.access_point);
    return { transport, sandbox: null, queue, close: async () => undefined };
  }
  const sandbox = await startSandboxAccessPoint({
    database,
    log,
    now,
    check: (bytes) => inTurns(checkUblInSteps(bytes)),
    receivesHere: async (receiver) =>
      typeof (await findReceiver(database.reader, { receiver, account: null, company_id: null })) !==
      'string',
  });
  log.info({ url: sandbox.url }, 'no access point is configured; invoices go to the sandbox');
  const transport = storecove({
    url: sandbox.url,
    token: sandbox.token,
    sandbox: true,
    name: SANDBOX_NAME,
    now,
  });
  const queue = storecoveQueue({ url: sandbox.url, token: sandbox.token, name: SANDBOX_NAME });
  return { transport, sandbox, queue, close: () => sandbox.close() };
};
