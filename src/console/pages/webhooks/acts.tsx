// What a person does with one webhook; commands and tools call the same functions.
import {
  type WebhookChanges,
  deleteWebhook,
  rotateSecret,
  updateWebhook,
} from '../../../domain/across/webhooks/endpoints.ts';
import { redeliver, testWebhook } from '../../../domain/across/webhooks/resend.ts';
import type { OrganisationChange } from '../../../domain/ground/change/change.ts';
import type { Delivery } from '../../../domain/across/webhooks/store/deliveries.ts';
import { requiredText } from '../../amounts.ts';
import { type Act, type Led, type Shown, provenAct, actBy } from '../../page.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { SENT, besideFields, nameOf, partsOf, waitForDelivery, webhookHref } from './parts.tsx';
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import type { Endpoint } from '../../../domain/across/webhooks/store/endpoints.ts';
import { moment } from '../../format.ts';
import { Secret, Go, Head } from '../../parts/show.tsx';

const idOf = ({ params }: OrganisationVisit): string => params['webhook'] ?? '';

const update = async (visit: OrganisationVisit, changes: WebhookChanges, say: string): Promise<Led> => {
  const id = idOf(visit);
  await besideFields(
    visit,
    visit.changeOrganisation('webhook update', { id, ...changes }, (ctx) =>
      updateWebhook(ctx, partsOf(visit), id, changes),
    ),
  );
  return { to: webhookHref({ id }), say };
};

const enable: Act<OrganisationVisit> = provenAct('administrator', (visit, form) =>
  update(visit, { enabled: true, shown: form.text('shown') }, visit.words.webhook.enabled),
);

const refuse: Act<OrganisationVisit> = actBy('administrator', async (visit, form) => {
  const { webhook: words } = visit.words;
  const reason = requiredText(visit, form, 'reason', words.why);
  return update(visit, { enabled: false, reason, shown: form.text('shown') }, words.refused);
});

const disable: Act<OrganisationVisit> = actBy('administrator', (visit) =>
  update(visit, { enabled: false }, visit.words.webhook.disabled),
);

/** Leads to the page with what became of the delivery. */
const send = async (
  visit: OrganisationVisit,
  action: string,
  args: object,
  work: (ctx: OrganisationChange) => Promise<Delivery>,
): Promise<Led> => {
  const delivery = await visit.changeOrganisation(action, args, work);
  await waitForDelivery(visit, delivery);
  return { to: `${webhookHref({ id: delivery.endpoint_id })}?${SENT}=${delivery.id}` };
};

const test: Act<OrganisationVisit> = actBy('administrator', (visit) => {
  const id = idOf(visit);
  return send(visit, 'webhook test', { id }, (ctx) => testWebhook(ctx, id));
});

const resend: Act<OrganisationVisit> = actBy('administrator', (visit, form) => {
  const id = form.text('delivery');
  return send(visit, 'webhook redeliver', { id }, (ctx) => redeliver(ctx, id));
});

const rotate: Act<OrganisationVisit> = provenAct('administrator', async (visit, form): Promise<Shown> => {
  const wanted = { now: form.has('now') };
  const id = idOf(visit);
  const { webhook, secret } = await visit.changeOrganisation('webhook rotate', { id, ...wanted }, (ctx) =>
    rotateSecret(ctx, partsOf(visit), id, wanted),
  );
  return {
    title: nameOf(webhook),
    main: <MadeSecret webhook={webhook} secret={secret} rotated />,
  };
});

const remove: Act<OrganisationVisit> = provenAct('administrator', async (visit) => {
  const id = idOf(visit);
  await visit.changeOrganisation('webhook delete', { id }, (ctx) => deleteWebhook(ctx, id));
  return { to: '/settings/webhooks', say: visit.words.webhook.removed };
});

export const ACTS = { enable, refuse, disable, test, resend, rotate, delete: remove };

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
  const { webhook: words } = visit.words;
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
      <Secret title={words.secret} text={secret} />
      <h2>{words.receiver}</h2>
      <p class="quiet">{words.receiverNote}</p>
      <pre id="receiver">{RECEIVER}</pre>
      <Go to={webhookHref(webhook)} text={words.goOn} apart />
    </>
  );
};
