// Sends a filed document to its buyer. The caller records the outcome in its own transaction: after a crash in between,
// the mail is repeated with the same message id, so that the receiver can drop it and none is lost.
import type { Books } from '../../ground/change/change.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { ToolError } from '../../../base/errors.ts';
import { type PrintInvoice, findRecipient } from './printer.ts';
import { loadFiled } from './load.ts';
import { MailFault, type Mailer } from './mailer.ts';
import { invoiceMail } from './message.ts';
import { keepPdf } from './pdf.ts';
import { type Delivered, VOID_BEFORE_SENT } from './record.ts';

/** The seller's books, and the database that stores the PDF. */
export type DeliveryScope = ReadScope & { readonly books: Books };

export interface DeliveryParts {
  readonly mailer: Mailer;
  readonly print: PrintInvoice;
}

/** There is only one delivery per document so far; another would need another message id. */
const FIRST = 1;

/** The worker's delivery step, with this mailer. */
export const deliveryBy =
  (parts: DeliveryParts) =>
  (scope: DeliveryScope, id: string): Promise<Delivered> =>
    deliver(parts, scope, id, FIRST).catch((error: unknown) => {
      // An altered file stays one.
      if (error instanceof ToolError) return { failed: error.message, permanent: true };
      throw error;
    });

export const deliver = async (
  { mailer, print }: DeliveryParts,
  scope: DeliveryScope,
  id: string,
  generation: number,
): Promise<Delivered> => {
  const filed = await loadFiled(scope, id);
  if (filed === undefined) return { failed: 'The document has not been filed here.', permanent: true };
  const { status } = filed.filed;
  if (status === 'void') return { failed: VOID_BEFORE_SENT, permanent: true };
  // Rendered even if no mail is sent, for later requests.
  const pdf = await keepPdf(print, scope, filed);
  const recipient = await findRecipient(scope, filed.filed);
  if (recipient === null) return 'no_recipient';
  const messageId = `${id}.${generation}@${mailer.domain}`;
  const mail = invoiceMail({ ...filed, messageId, recipient, pdf, form: null });
  try {
    await mailer.send(mail);
    return 'sent';
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    return { failed: error.message, permanent: error.permanent };
  }
};
