// What commands use from rooms they must not import; `src/start` supplies it.
import type { Config } from '../base/config.ts';
import type { FetchingProvider } from '../base/rate-source.ts';
import type { Sealed } from '../base/secrets/seal.ts';
import type { Reader } from '../db/database.ts';
import type { Books } from '../domain/change/change.ts';
import type { Mailer } from '../domain/filing/delivery/mailer.ts';
import type { PrintInvoice } from '../domain/filing/delivery/printer.ts';
import type { Transport } from '../einvoicing/filing.ts';

export interface Demo {
  readonly organisation_id: string;
  /** False if it existed already. */
  readonly created: boolean;
  readonly entities: readonly { readonly id: string; readonly name: string; readonly country_code: string }[];
  readonly members: readonly { readonly email: string; readonly name: string; readonly role: string }[];
  readonly keys: readonly {
    readonly name: string;
    readonly secret: string;
    readonly entity_id: string | null;
  }[];
}

export interface AdminParts {
  readonly demo: {
    readonly organisation_id: string;
    ensure(books: Books, now: Date, dataDir: string): Promise<Demo>;
  };
  readonly mail: {
    open(config: Config): Mailer;
    /** The folder for mails when no SMTP server is configured. */
    folder(config: Config): string;
  };
  readonly print: PrintInvoice;
  /** The configured provider, or null when the sandbox is used. */
  pac(config: Config): Transport | null;
  accessPoint(config: Config): Transport | null;
  rateProviders(config: Config): readonly FetchingProvider[];
  /** The secrets of the sandbox that are sealed with the master key. */
  sandboxSecrets(db: Reader): Promise<readonly Sealed[]>;
}
