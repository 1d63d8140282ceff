// What the checks use from rooms they must not import; `src/start` supplies it.
import type { Config } from '../base/config.ts';
import type { FetchingProvider } from '../base/exchange-rate.ts';
import type { Sealed } from '../base/secrets/secrets.ts';
import type { Reader } from '../db/database.ts';
import type { Mailer } from '../domain/filing/delivery/mailer.ts';
import type { Transport } from '../einvoicing/filing.ts';

export interface DoctorParts {
  readonly demo: { readonly organisation_id: string };
  readonly mail: {
    open(config: Config): Mailer;
    /** The folder for mails when no SMTP server is configured. */
    folder(config: Config): string;
  };
  /** The configured provider, or null when the sandbox is used. */
  pac(config: Config): Transport | null;
  accessPoint(config: Config): Transport | null;
  rateProviders(config: Config): readonly FetchingProvider[];
  /** All that is sealed with the master key. */
  sealedSecrets(db: Reader): Promise<readonly Sealed[]>;
}
