// The interface for sending mail; `src/mail` implements it.

export interface Attachment {
  readonly filename: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

export interface OutgoingMail {
  /** Without angle brackets. Repeats of a mail have the same id, so that a receiver can drop them. */
  readonly messageId: string;
  /** The display name of the service's own address. */
  readonly fromName: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
}

export interface Mailer {
  /** Returns once a server or the mail folder has accepted the mail; throws a MailFault otherwise. */
  send(mail: OutgoingMail): Promise<{ readonly messageId: string }>;
  /** Its mails reach nobody, so what they carry has no legal effect. */
  readonly sandbox: boolean;
  /** The domain of the service's own address, used in message ids. */
  readonly domain: string;
  /** For `doctor`: null, or the problem in one sentence. */
  check(): Promise<string | null>;
  close(): void;
}

/** Why a mail was not accepted. */
export class MailFault extends Error {
  /** This mail will never be accepted, so it is not retried. */
  readonly permanent: boolean;
  /** The server may have taken the mail all the same: its reply was lost. */
  readonly maybeTaken: boolean;

  constructor(message: string, permanent: boolean, options: ErrorOptions & { maybeTaken?: boolean } = {}) {
    super(message, options);
    this.name = 'MailFault';
    this.permanent = permanent;
    this.maybeTaken = options.maybeTaken ?? false;
  }
}
