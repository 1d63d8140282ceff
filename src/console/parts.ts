// What the pages stand on; `src/start` supplies it.
import type { BlockList } from 'node:net';
import type { Config } from '../base/config.ts';
import type { Logger } from '../base/log.ts';
import type { Coding } from '../base/net/codings.ts';
import type { Secrets } from '../base/secrets/secrets.ts';
import type { DoctorParts } from '../doctor/parts.ts';
import type { Books } from '../domain/ground/change/change.ts';
import type { Mailer } from '../domain/filing/delivery/mailer.ts';
import type { PrintInvoice } from '../domain/filing/delivery/printer.ts';
import type { Inbox } from '../domain/across/inbox/inbox.ts';
import type { MatchingRuns } from '../domain/bank/reconciliation/runs/matching-runs.ts';
import type { Signer } from '../domain/views/trail/note.ts';
import type { Clients } from '../oauth/clients.ts';
import type { CompanyIssuer } from '../domain/parties/persons/company/issuer.ts';
import type { Origin } from '../base/net/origin.ts';

export interface ConsoleParts {
  readonly books: Books;
  readonly log: Logger;
  readonly now: () => Date;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly print: PrintInvoice;
  readonly matchingRuns: MatchingRuns;
  /** Keeps and reads what others send. */
  readonly inbox: Inbox;
  /** Signs in companies' own people. */
  readonly issuer: CompanyIssuer;
  readonly doctor: DoctorParts;
  /** Signs what leaves the archive, as it signs the trail. */
  readonly signer: Signer;
  /** Programs that ask for access. */
  readonly clients: Clients;
}

/** Known once the service listens. */
export interface Surroundings extends ConsoleParts {
  readonly origin: Origin;
  readonly trustedProxies: BlockList;
  readonly assets: Assets;
}

export interface Assets {
  /** The address of a built file by its name, such as `console.css`. */
  href(name: string): string;
  find(path: string): Asset | undefined;
}

export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  /** How long browsers keep it. */
  readonly cache: string;
  readonly coded: (coding: Coding) => Promise<Buffer | undefined>;
}
