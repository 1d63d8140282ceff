// Delivers mail into a folder when no SMTP server is configured: one file per mail, written atomically.
import { link, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../base/files.ts';
import { domainOf } from '../base/mail-address.ts';
import { compose, type Composed } from './compose.ts';
import { type Mailer, MailFault, type OutgoingMail } from '../domain/filing/delivery/mailer.ts';

export const openMailFolder = (folder: string, from: string): Mailer => {
  return {
    domain: domainOf(from),
    sandbox: true,
    send: async (mail) => {
      const message = await write(compose(mail, from));
      try {
        makeFolder(folder);
        await writeOnce(folder, mailFileName(mail), message);
      } catch (error) {
        throw new MailFault(`${folder} cannot be written: ${(error as Error).message}`, false, {
          cause: error,
        });
      }
      return { messageId: mail.messageId };
    },
    check: async () => {
      try {
        makeFolder(folder);
        return null;
      } catch (error) {
        return `${folder} cannot be written: ${(error as Error).message}`;
      }
    },
    close: () => undefined,
  };
};

/** Renders the mail as an SMTP server would receive it. */
const write = async (composed: Composed): Promise<Buffer> => {
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail(composed);
  if (!Buffer.isBuffer(message)) throw new Error('the mail was not composed in memory');
  return message;
};

/** `invc_….1.eml`: the message id without its domain. */
const mailFileName = ({ messageId }: Pick<OutgoingMail, 'messageId'>): string =>
  `${messageId.slice(0, messageId.lastIndexOf('@'))}.eml`;

/** A hard link is atomic and fails if the name exists, in which case the mail was already delivered. */
const writeOnce = async (folder: string, name: string, bytes: Buffer): Promise<void> => {
  const workplace = await mkdtemp(join(folder, '.new-'));
  try {
    const draft = join(workplace, name);
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
};
