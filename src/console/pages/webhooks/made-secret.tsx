// A secret that was just made, shown this once, and how a receiver uses it.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import type { Endpoint } from '../../../domain/across/webhooks/store/endpoints.ts';
import { moment } from '../../format.ts';
import { Head, Go } from '../../parts/show.tsx';
import { nameOf, webhookHref } from './parts.tsx';

const RECEIVER = `import { verifyWebhook } from 'folio-client';

// body is the text as it came; throws unless it was signed with the secret just now
const event = await verifyWebhook(process.env.FOLIO_WEBHOOK_SECRET, request.headers, body);`;

interface MadeProps {
  readonly webhook: Endpoint;
  readonly secret: string;
  /** It takes the place of another. */
  readonly rotated?: boolean;
}

export const MadeSecret = ({ webhook, secret, rotated = false }: MadeProps): VNode => {
  const visit = useOrganisation();
  const { webhook: words, common } = visit.words;
  const { previous_until } = webhook;
  const zone = visit.signedIn.person.time_zone ?? 'UTC';
  return (
    <>
      <Head title={nameOf(webhook)} note={words.secretNote} />
      {rotated && (
        <p class="notice">
          {previous_until === null
            ? words.oldEnded
            : words.oldUntil(moment(visit.language, previous_until, zone))}
        </p>
      )}
      <h2>{words.secret}</h2>
      <p class="secret" id="secret">
        {secret}
      </p>
      <p>
        <button type="button" class="quiet" data-copy="secret" data-copied={common.copied}>
          {common.copy}
        </button>
      </p>
      <h2>{words.receiver}</h2>
      <p class="quiet">{words.receiverNote}</p>
      <pre id="receiver">{RECEIVER}</pre>
      <p>
        <Go to={webhookHref(webhook)} text={words.goOn} />
      </p>
    </>
  );
};
