// Brings a one-time link to its person by mail; where no mail server is set up, the administrator hands it over.
import { randomUUID } from 'node:crypto';
import { MailFault } from '../../../domain/filing/delivery/mailer.ts';
import { welcomePath } from '../../../domain/parties/persons/links.ts';
import type { Done } from '../../page.ts';
import { Head } from '../../parts/show.tsx';
import type { OrganisationVisit } from '../../visit.ts';

/** Whether it comes by mail, or the administrator sees it. */
export const wayOfLink = ({ parts }: OrganisationVisit): 'mail' | 'shown' =>
  parts.mailer.sandbox ? 'shown' : 'mail';

/** `token`: null where the administrator may not see the link. */
export const sendLink = async (
  visit: OrganisationVisit,
  { email, name }: { readonly email: string; readonly name: string },
  kind: 'invitation' | 'recovery',
  token: string | null,
): Promise<Done> => {
  const { parts, organisation, signedIn } = visit;
  const { member: words } = visit.words;
  if (token === null) return { say: words.notShown(email) };
  const href = `${parts.origin.href}${welcomePath(token)}`;
  const by = signedIn.person.name;
  const why = kind === 'invitation' ? words.mailInvite(by, organisation.name) : words.mailRecover(by);
  const lines = [why, words.mailLink, href, words.mailIgnore];
  try {
    await parts.mailer.send({
      messageId: `${randomUUID()}@${parts.mailer.domain}`,
      fromName: 'Folio',
      to: { name, address: email },
      replyTo: null,
      subject: words.mailSubject(organisation.name),
      text: `${lines.join('\n\n')}\n`,
      html: lines.map((line) => `<p>${line === href ? linkTo(href) : escaped(line)}</p>`).join('\n'),
      attachments: [],
    });
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    return { say: words.notSent(email) };
  }
  if (!parts.mailer.sandbox) return { say: words.sent(email) };
  const title = words.linkFor(email);
  return {
    title,
    main: (
      <>
        <Head title={title} />
        <p>{words.linkText}</p>
        <p class="secret" id="link">
          {href}
        </p>
        <div class="buttons">
          <button type="button" class="quiet" data-copy="link" data-copied={visit.words.common.copied}>
            {visit.words.common.copy}
          </button>
          <a href="/settings/members">{visit.words.common.back}</a>
        </div>
      </>
    ),
  };
};

const linkTo = (href: string): string => `<a href="${escaped(href)}">${escaped(href)}</a>`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
