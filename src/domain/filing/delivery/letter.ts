// Files documents by e-mail: the mail server that takes the mail stands in the place of the network.
import { v5 } from 'uuid';
import type { FilingFault, Outcome, Submission } from '../../../einvoicing/filing.ts';
import { identifierOf } from '../../../einvoicing/peppol-ubl/participant.ts';
import type { ShownDocument } from '../../../einvoicing/regime.ts';
import { deliveryOf } from '../../../einvoicing/route.ts';
import { MailFault, type Mailer } from './mailer.ts';
import { invoiceMail } from './message.ts';
import type { PrintInvoice } from './printer.ts';
import { toDo } from '../../../base/text/to-do.ts';

/** The namespace of the ids that documents get which no network numbers. */
const LETTERS = '0d6f4c9e-5a43-5f0e-8d0b-3b2f6c1e7a95';

/** A document as it is sent. */
export interface Letter {
  readonly documentId: string;
  readonly document: ShownDocument;
  readonly folio: string;
  readonly submission: Submission;
  readonly builtAt: Date;
  readonly sandbox: boolean;
}

export interface Post {
  readonly sandbox: boolean;
  print(letter: Letter): Promise<Buffer>;
  send(letter: Letter, pdf: Buffer): Promise<Outcome>;
}

export interface PostParts {
  readonly mailer: Mailer;
  readonly print: PrintInvoice;
  readonly now: () => Date;
}

export const postBy = ({ mailer, print, now }: PostParts): Post => ({
  sandbox: mailer.sandbox,
  print: ({ document, folio, builtAt, sandbox, submission }) =>
    print({ document, folio, filedAt: builtAt, sandbox, xml: submission.document.bytes }),
  send: async ({ documentId, document, folio, sandbox, submission }, pdf) => {
    const { key, document: built, route } = submission;
    const messageId = `${documentId}.${key}@${mailer.domain}`;
    const recipient = identifierOf(route.receiver);
    const form = deliveryOf(document)?.format ?? null;
    const xml = { media_type: built.mediaType, bytes: built.bytes };
    try {
      await mailer.send(invoiceMail({ messageId, recipient, document, folio, sandbox, xml, pdf, form }));
    } catch (error) {
      if (!(error instanceof MailFault)) throw error;
      if (error.permanent) return { kind: 'rejected', faults: [notTaken(recipient, error.message)] };
      return { kind: 'unknown', reason: error.message, turnedAway: !error.maybeTaken };
    }
    const evidence = { message_id: messageId, recipient };
    return { kind: 'accepted', id: v5(key, LETTERS), at: now(), document: built.bytes, evidence };
  },
});

export const notTaken = (recipient: string, said: string): FilingFault => ({
  code: 'mail_refused',
  message: `The mail server does not take the mail to ${recipient}: ${said}`,
  path: 'counterparty.email',
  fix: toDo('mail_address'),
  source: 'provider',
});
