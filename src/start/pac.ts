// Chooses the PAC: the configured one, otherwise the sandbox, which runs in this process.
import type { KeyObject } from 'node:crypto';
import type { Config } from '../base/config.ts';
import { inTurns } from '../base/load/turns.ts';
import type { Database } from '../db/database.ts';
import { checkCfdiInSteps } from '../sandbox/cfdi-check/check.ts';
import type { Logger } from '../base/log.ts';
import { openAuthority } from '../sandbox/authority/authority.ts';
import { type SandboxPac, startSandboxPac } from '../sandbox/pac/server.ts';
import type { Secrets } from '../base/secrets/secrets.ts';
import { configuredPac } from '../providers/pac/configured.ts';
import { type Pac, swSapien } from '../providers/pac/sw-sapien.ts';

export interface PacParts {
  readonly config: Pick<Config, 'pac'>;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly now?: () => Date;
}

export interface ProvidedPac {
  readonly transport: Pac;
  /** Null when a PAC is configured. */
  readonly sandbox: SandboxPac | null;
  close(): Promise<void>;
}

export const providePac = async (parts: PacParts): Promise<ProvidedPac> => {
  const { config, database, secrets, log, now = () => new Date() } = parts;
  if (config.pac !== null) {
    return { transport: configuredPac(config.pac, now), sandbox: null, close: async () => undefined };
  }
  const sandbox = await startSandboxPac({
    database,
    secrets,
    log,
    now,
    check: (bytes) => inTurns(checkCfdiInSteps(bytes)),
  });
  // Lets tests in other processes inject faults.
  log.info({ url: sandbox.url }, 'the sandbox PAC listens');
  const { url, user, password } = sandbox;
  const providerKey = async (serial: string): Promise<KeyObject | null> => {
    const { pac } = await openAuthority(database, secrets, now());
    return pac.serial === serial ? pac.certificate.publicKey : null;
  };
  const own = {
    name: 'sandbox-pac',
    url,
    dataUrl: url,
    token: null,
    user,
    password,
    sandbox: true,
    now,
    providerKey,
  };
  return { transport: swSapien(own), sandbox, close: () => sandbox.close() };
};
