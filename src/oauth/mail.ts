// Tells a person that an app of theirs was ended, because what can be used once was used again.
import { randomUUID } from 'node:crypto';
import type { ApiKeyId } from '../../generated/ids.ts';
import { connectWords } from '../../generated/texts/connect.ts';
import { MailFault } from '../domain/filing/delivery/mailer.ts';
import { findKey } from '../domain/parties/access/store.ts';
import { findPerson } from '../domain/parties/persons/store/persons.ts';
import type { Asked } from './parts.ts';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The app has ended whether the mail is taken or not. */
export const tellOfReuse = async ({ parts, issuer, now, request_id }: Asked, id: ApiKeyId): Promise<void> => {
  const { mailer, books, log } = parts;
  const { reader } = books.database;
  const key = await findKey(reader, id, now);
  const person = key?.person_id === undefined ? undefined : await findPerson(reader, key.person_id);
  if (key === undefined || person === undefined) return;
  const words = connectWords(person.locale ?? 'en');
  const lines = [words.mailReuse(key.name), words.mailReuseNext(`${issuer}/settings/apps`)];
  log.warn({ request_id, key_id: id }, 'a code or refresh token of a connected app was used twice');
  try {
    await mailer.send({
      messageId: `${randomUUID()}@${mailer.domain}`,
      fromName: 'Folio',
      to: { name: person.name, address: person.email },
      replyTo: null,
      subject: words.mailReuseSubject(key.name),
      text: `${lines.join('\n\n')}\n`,
      html: lines.map((line) => `<p>${escaped(line)}</p>`).join('\n'),
      attachments: [],
    });
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    log.warn({ err: error, request_id, key_id: id }, 'the mail about a connected app was not taken');
  }
};
