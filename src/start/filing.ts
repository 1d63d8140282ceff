// Wires up filing: configured providers or their sandboxes, signing, mail, and the worker.
import type { Loop } from '../jobs/loop.ts';
import type { Config } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import { signerFor } from '../domain/parties/certificates/signer.ts';
import { deliveryBy } from '../domain/filing/delivery/deliver.ts';
import { postBy } from '../domain/filing/delivery/letter.ts';
import type { Mailer } from '../domain/filing/delivery/mailer.ts';
import type { PrintInvoice } from '../domain/filing/delivery/printer.ts';
import { openBooks } from '../domain/across/books/books.ts';
import type { Logger } from '../base/log.ts';
import { openMailer } from '../mail/open.ts';
import { openPrinter } from '../pdf/thread.ts';
import { createIssuer } from '../sandbox/authority/authority.ts';
import { type ProvidedAccessPoint, provideAccessPoint } from './access-point.ts';
import { type ProvidedPac, providePac } from './pac.ts';
import { createSecrets } from '../base/secrets/secrets.ts';
import { startWorker, type WorkerParts } from '../jobs/filing.ts';

export interface FilingParts extends Pick<WorkerParts, 'onStep' | 'onDelivery' | 'timing'> {
  readonly config: Pick<
    Config,
    'master_key' | 'data_dir' | 'pac' | 'access_point' | 'smtp_url' | 'mail_from'
  >;
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
}

export interface Filing {
  readonly worker: Loop;
  readonly pac: ProvidedPac;
  readonly accessPoint: ProvidedAccessPoint;
  readonly mailer: Mailer;
  readonly print: PrintInvoice;
  /** Lets the worker reach a safe point, then closes what it used. */
  close(): Promise<void>;
}

export const startFiling = async (parts: FilingParts): Promise<Filing> => {
  const { config, database, log, now, onStep, onDelivery, timing } = parts;
  const secrets = createSecrets(config);
  const pac = await providePac({ config, database, secrets, log, now });
  const accessPoint = await provideAccessPoint({ config, database, log, now }).catch(
    async (error: unknown) => {
      await pac.close();
      throw error;
    },
  );
  const mailer = openMailer(config);
  const printer = openPrinter();
  const books = openBooks(database);
  const issuer = createIssuer(database, secrets);
  const worker = startWorker({
    books,
    log,
    now,
    providers: { pac: pac.transport, accessPoint: accessPoint.transport },
    signer: (entity, { sandboxAllowed, now: moment }) =>
      signerFor({ books, secrets, issuer, now: moment }, entity, { sandboxAllowed }),
    delivery: deliveryBy({ mailer, print: printer.print }),
    post: postBy({ mailer, print: printer.print, now }),
    ...(onStep === undefined ? {} : { onStep }),
    ...(onDelivery === undefined ? {} : { onDelivery }),
    ...(timing === undefined ? {} : { timing }),
  });
  const close = async (): Promise<void> => {
    await worker.stop();
    await printer.close();
    mailer.close();
    await accessPoint.close();
    await pac.close();
  };
  return { worker, pac, accessPoint, mailer, print: printer.print, close };
};
