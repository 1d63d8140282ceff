// Sends a filed invoice to its buyer. Whether it was sent is written down by the caller, in its own transaction: a crash
// in between repeats the mail with the same message id, which lets the receiver drop it, and never loses one.
import type { Books } from '../../change/change.ts';
import type { ReadScope } from '../../change/scope.ts';
import { findEmail } from '../store/documents.ts';
import { loadFiled } from './load.ts';
import { MailFault, type Mailer } from './mailer.ts';
import { invoiceMail } from './message.ts';
import { keepPdf } from './pdf.ts';
import type { PrintInvoice } from './printer.ts';
import { type Delivered, VOID_BEFORE_SENT } from './record.ts';

/** The books of the seller, and the database to keep the PDF in. */
export type DeliveryScope = ReadScope & { readonly books: Books };

export interface DeliveryParts {
  readonly mailer: Mailer;
  readonly print: PrintInvoice;
}

/** Only the first sending so far: another one would be another mail, with another message id. */
const FIRST = 1;

/** The step of the worker that sends through this mailer. */
export const deliveryBy =
  (parts: DeliveryParts) =>
  (scope: DeliveryScope, invoiceId: string): Promise<Delivered> =>
    deliver(parts, scope, invoiceId, FIRST);

export const deliver = async (
  { mailer, print }: DeliveryParts,
  scope: DeliveryScope,
  invoiceId: string,
  generation: number,
): Promise<Delivered> => {
  const filed = await loadFiled(scope, invoiceId);
  if (filed === undefined) return { failed: 'The invoice has not been filed here.', permanent: true };
  const { header, customer } = filed.record;
  if (header.status === 'void') return { failed: VOID_BEFORE_SENT, permanent: true };
  // Made even if nobody gets it by mail: it is there for whoever asks for it.
  const pdf = await keepPdf(print, scope, filed);
  const recipient = await findEmail(scope, customer.id);
  if (recipient === null) return 'no_recipient';
  const mail = invoiceMail({ ...filed, invoiceId, generation, domain: mailer.domain, recipient, pdf });
  try {
    await mailer.send(mail);
    return 'sent';
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    return { failed: error.message, permanent: error.permanent };
  }
};
