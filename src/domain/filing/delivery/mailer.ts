// Mail as the service sends it, whoever carries it; `src/mail` does.

export interface Attachment {
  readonly filename: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

export interface OutgoingMail {
  /** Without angle brackets. The same mail has the same one whenever it is sent, so that a receiver can drop repeats. */
  readonly messageId: string;
  /** The name that stands before the service's own address. */
  readonly fromName: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
}

export interface Mailer {
  /** Returns when a server or the mail folder has taken the mail; throws a MailFault otherwise. */
  send(mail: OutgoingMail): Promise<{ readonly messageId: string }>;
  /** The domain of the service's own address, which its message ids end in. */
  readonly domain: string;
  /** For `doctor`: null, or what is wrong in one sentence. */
  check(): Promise<string | null>;
  close(): void;
}

/** Why a mail was not taken. */
export class MailFault extends Error {
  /** This mail will never be taken, so that sending it again is of no use. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MailFault';
    this.permanent = permanent;
  }
}
