// Checks how invoices are mailed: through the SMTP server if one is configured, otherwise into the mail folder.
import type { Config } from '../base/config.ts';
import type { DoctorParts } from './parts.ts';
import { type Check, fail, formatError, ok } from './check.ts';

export const checkMail = async (config: Config, mail: DoctorParts['mail']): Promise<Check> => {
  const { smtp_url } = config;
  const fix =
    smtp_url === null
      ? 'Set DATA_DIR to a directory of this user, and MAIL_FROM to an e-mail address.'
      : 'Correct SMTP_URL (smtp://user:password@host:587 or smtps://host:465) and MAIL_FROM, or start that server.';
  try {
    const mailer = mail.open(config);
    try {
      const fault = await mailer.check();
      if (fault !== null) return fail('mail', fault, fix);
      return ok(
        'mail',
        smtp_url === null ? `written to ${mail.folder(config)}` : `${readHost(smtp_url)} takes mail`,
      );
    } finally {
      mailer.close();
    }
  } catch (error) {
    return fail('mail', formatError(error), fix);
  }
};

/** The URL contains a password, so only the host is shown. */
export const readHost = (url: string): string => new URL(url).host;
