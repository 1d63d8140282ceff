// Webhooks: where the events of the organisation are sent, and whether it works.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { type Endpoint, listEndpoints } from '../../../domain/across/webhooks/store/endpoints.ts';
import { tellIn } from '../../tell.ts';
import { organisationPage } from '../../page.ts';
import { Go, Waits } from '../../parts/show.tsx';
import { listed } from '../../list-page.tsx';
import type { OrganisationVisit } from '../../visit.ts';
import { Kinds, nameOf, WebhookState, webhookHref } from './parts.tsx';

export const webhooksPage = organisationPage({
  path: '/settings/webhooks',
  role: 'accountant',
  query: async ({ reads, organisation, now, language }) =>
    (await listEndpoints(reads.db, organisation.id, now, tellIn(language))).toReversed(),
  view: (webhooks, visit) => {
    const { webhook: words, common, settings } = visit.words;
    return listed<Endpoint>(
      { data: webhooks },
      {
        title: words.title,
        note: words.note,
        buttons: visit.may('administrator') && <Go to="/settings/webhooks/new" text={words.add} />,
        none: words.none,
        columns: [
          {
            head: words.address,
            main: true,
            cell: (webhook) => (
              <div>
                <a class="address" href={webhookHref(webhook)}>
                  {nameOf(webhook)}
                </a>
                {webhook.description !== null && (
                  <div>
                    <small class="address">{webhook.url}</small>
                  </div>
                )}
              </div>
            ),
          },
          { head: words.kinds, cell: ({ events }) => <Kinds events={events} most={3} /> },
          {
            head: common.company,
            cell: ({ entity_id }) =>
              entity_id === null ? settings.allOfThem : companyName(visit, entity_id),
          },
          { head: common.status, cell: (webhook) => <WebhookState webhook={webhook} why /> },
        ],
      },
    );
  },
});

const companyName = ({ companies }: OrganisationVisit, id: string): string =>
  companies.find((company) => company.id === id)?.name ?? id;

/** Those that a key asks for, on the page of what waits. */
export const waitingWebhooks = async ({ reads, organisation, now }: OrganisationVisit): Promise<Endpoint[]> =>
  (await listEndpoints(reads.db, organisation.id, now)).filter(({ status }) => status === 'pending');

export const WaitingWebhooks = ({ webhooks }: { webhooks: readonly Endpoint[] }): VNode => {
  const items = webhooks.map((webhook) => ({
    href: webhookHref(webhook),
    text: nameOf(webhook),
    note: webhook.description !== null && <small class="address">{webhook.url}</small>,
  }));
  return <Waits title={useOrganisation().words.webhook.waiting} items={items} />;
};
