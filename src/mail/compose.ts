// Builds nodemailer's mail options; used by both mailers.
import { headerText, isAddress } from '../base/mail-address.ts';
import { MailFault, type OutgoingMail } from '../domain/filing/delivery/mailer.ts';

interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface Composed {
  readonly messageId: string;
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
    readonly encoding: 'base64';
  }[];
  readonly disableFileAccess: true;
  readonly disableUrlAccess: true;
}

const MESSAGE_ID = /^[A-Za-z0-9._-]+@[A-Za-z0-9._-]+$/;

export const compose = (mail: OutgoingMail, from: string): Composed => {
  if (!MESSAGE_ID.test(mail.messageId)) throw new Error(`not a message id: ${mail.messageId}`);
  if (!isAddress(mail.to.address)) {
    throw new MailFault(`"${headerText(mail.to.address)}" is not one e-mail address.`, true);
  }
  const { replyTo } = mail;
  return {
    messageId: `<${mail.messageId}>`,
    from: { name: headerText(mail.fromName), address: from },
    to: { name: headerText(mail.to.name), address: mail.to.address },
    // An invalid contact address must not prevent delivery to the buyer.
    ...(replyTo !== null && isAddress(replyTo) ? { replyTo } : {}),
    subject: headerText(mail.subject),
    text: mail.text,
    html: mail.html,
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: mail.attachments.map(({ filename, mediaType, content }) => ({
      filename,
      contentType: mediaType,
      content,
      encoding: 'base64',
    })),
    // Everything is in memory: text from an invoice must not make the library read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
