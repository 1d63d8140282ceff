import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import { StartError } from '../base/start-error.ts';
import { addressIn, isAddress } from '../base/mail-address.ts';
import { openMailFolder } from './folder.ts';
import type { Mailer } from '../domain/filing/delivery/mailer.ts';
import { openSmtpMailer } from './smtp.ts';

/** The folder for mails when no SMTP server is configured. */
export const mailFolder = ({ data_dir }: Pick<Config, 'data_dir'>): string => join(data_dir, 'mail');

/** Opens the configured mailer: the SMTP server, or the mail folder. */
export const openMailer = (config: Pick<Config, 'smtp_url' | 'mail_from' | 'data_dir'>): Mailer => {
  const from = addressIn(config.mail_from);
  if (!isAddress(from))
    throw new StartError(`MAIL_FROM is "${config.mail_from}"; it must be an e-mail address.`);
  return config.smtp_url === null
    ? openMailFolder(mailFolder(config), from)
    : openSmtpMailer(config.smtp_url, from);
};
