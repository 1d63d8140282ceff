// Sends mail over SMTP through a small connection pool.
import { LIMITS } from '../../generated/limits.ts';
import { domainOf } from '../base/mail-address.ts';
import { compose } from './compose.ts';
import { type Mailer, MailFault } from '../domain/filing/delivery/mailer.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
const CONNECTIONS = 2;

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly syscall?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Loaded with the first mail, to keep admin commands and the start of the service fast. */
const connect = async (url: string) => {
  const { createTransport } = await import('nodemailer');
  // The URL carries user, password and TLS mode: smtps:// is implicit TLS, smtp:// uses STARTTLS if offered.
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // The worker does the retries.
    maxRequeues: 0,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

export const openSmtpMailer = (url: string, from: string): Mailer => {
  let connected: ReturnType<typeof connect> | undefined;
  const transport = (): ReturnType<typeof connect> => (connected ??= connect(url));
  return {
    domain: domainOf(from),
    sandbox: false,
    send: async (mail) => {
      const composed = compose(mail, from);
      try {
        await (await transport()).sendMail(composed);
      } catch (error) {
        throw toMailFault(error as SmtpError);
      }
      return { messageId: mail.messageId };
    },
    check: async () => {
      try {
        await (await transport()).verify();
        return null;
      } catch (error) {
        return sentence(error as SmtpError);
      }
    },
    close: () => {
      void connected?.then((open) => open.close());
    },
  };
};

/** Errors that concern this mail alone. Connection and login errors affect every mail until they are fixed. */
const ABOUT_THE_MAIL: readonly string[] = ['EENVELOPE', 'EMESSAGE'];
const REFUSED_FOR_GOOD = 500;
/** The server requires TLS or authentication. */
const NOT_ABOUT_THE_MAIL: readonly number[] = [530, 534, 535, 538];

const toMailFault = (error: SmtpError): MailFault => {
  const { code = '', responseCode = 0 } = error;
  const permanent =
    ABOUT_THE_MAIL.includes(code) &&
    responseCode >= REFUSED_FOR_GOOD &&
    !NOT_ABOUT_THE_MAIL.includes(responseCode);
  return new MailFault(sentence(error), permanent, { cause: error, maybeTaken: isMaybeTaken(error) });
};

/** Failures before the mail is handed over. */
const BEFORE_THE_MAIL: readonly string[] = ['ECONFIG', 'EDNS', 'ETLS', 'EAUTH', 'EENVELOPE', 'EPROXY'];

/** Without a reply that says so, it is open whether the server has taken the mail. */
const isMaybeTaken = ({ code = '', responseCode = 0, syscall }: SmtpError): boolean =>
  responseCode < 400 && syscall !== 'connect' && !BEFORE_THE_MAIL.includes(code);

const { reason: MAX_SENTENCE } = LIMITS.InvoiceDelivery;

/** The server's reply, or else the error message. Never the URL, which contains a password. */
const sentence = ({ response, message, code }: SmtpError): string => {
  const said = (response ?? message).replace(/\s+/g, ' ').trim();
  const known = code === undefined || said.includes(code) ? said : `${said} (${code})`;
  return known.slice(0, MAX_SENTENCE);
};
