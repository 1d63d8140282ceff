// What was sent to one webhook, newest first: what came of it, and sending it again.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { type WebhookDeliveryStatus, WebhookDeliveryStatusValues } from '../../../../generated/types.ts';
import { type Page, mapPage, readPage } from '../../../domain/ground/lists/page.ts';
import {
  type Attempt,
  DELIVERY_ORDER,
  type Delivery,
  listAttempts,
  listDeliveries,
} from '../../../domain/across/webhooks/store/deliveries.ts';
import type { Endpoint } from '../../../domain/across/webhooks/store/endpoints.ts';
import { figure } from '../../format.ts';
import { PAGE_ROWS, listFilters } from '../../filters.ts';
import { Select, Send } from '../../parts/form.tsx';
import { Filters, Moment, Pager, State, choicesOf, Section, Small } from '../../parts/show.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { tellIn } from '../../tell.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { webhookHref } from './parts.tsx';

interface Tried extends Delivery {
  readonly tries: readonly Attempt[];
}

const statusOf = ({ url }: OrganisationVisit): WebhookDeliveryStatus | undefined =>
  WebhookDeliveryStatusValues.find((status) => status === url.searchParams.get('status'));

export const readDeliveries = async (visit: OrganisationVisit, { id }: Endpoint): Promise<Page<Tried>> => {
  const { db } = visit.reads;
  const status = statusOf(visit);
  const rows = (after: Parameters<typeof listDeliveries>[2]['after'], take: number) =>
    listDeliveries(db, id, { status, after }, take);
  const page = await readPage(visit.reads, {
    tool: 'list_webhook_deliveries',
    tenant: visit.organisation.id,
    filters: { webhook_id: id, status },
    limit: PAGE_ROWS,
    cursor: listFilters(visit).cursor,
    order: DELIVERY_ORDER,
    rows,
    count: async (max) => (await rows(null, max)).length,
  });
  const attempts = await listAttempts(
    db,
    id,
    page.data.map((delivery) => delivery.id),
    tellIn(visit.language),
  );
  return mapPage(page, (delivery) => ({ ...delivery, tries: attempts.get(delivery.id) ?? [] }));
};

interface DeliveriesProps {
  readonly webhook: Endpoint;
  readonly page: Page<Tried>;
}

export const Deliveries = ({ webhook, page }: DeliveriesProps): VNode => {
  const visit = useOrganisation();
  const { webhook: words, common } = visit.words;
  const status = statusOf(visit);
  return (
    <Section title={words.deliveries}>
      <Filters>
        <Select
          name="status"
          label={common.status}
          any={common.all}
          value={status}
          choices={choicesOf(visit.language, WebhookDeliveryStatusValues)}
        />
      </Filters>
      <Table<Tried>
        caption={words.deliveries}
        rows={page.data}
        empty={status === undefined ? words.noDeliveries : common.none}
        columns={columnsOf(visit, webhook)}
      />
      <Pager page={page} />
    </Section>
  );
};

const columnsOf = (visit: OrganisationVisit, webhook: Endpoint): readonly Column<Tried>[] => {
  const { webhook: words, common } = visit.words;
  const sends = webhook.status === 'enabled' && visit.may('administrator');
  return [
    {
      head: words.event,
      main: true,
      cell: ({ type, record_id, sequence }) => (
        <div>
          <code>{type}</code>
          <div>
            <small class="address">
              {record_id}
              {sequence > 0 && ` · ${words.number(figure(visit.language, sequence))}`}
            </small>
          </div>
        </div>
      ),
    },
    { head: common.created, cell: ({ created_at }) => <Moment value={created_at} /> },
    { head: common.status, cell: (delivery) => <Standing delivery={delivery} /> },
    { head: words.attempts, cell: (delivery) => <Attempts delivery={delivery} /> },
    ...(sends
      ? [
          {
            head: words.manage,
            cell: ({ id, type, tries }: Tried) =>
              tries.length > 0 && (
                <Send
                  act="resend"
                  text={words.resend}
                  action={webhookHref(webhook)}
                  fields={{ delivery: id }}
                  quiet
                  label={`${words.resend}: ${type} ${id}`}
                />
              ),
          },
        ]
      : []),
  ];
};

interface OneProps {
  readonly delivery: Tried;
}

const Standing = ({ delivery: { status, next_attempt_at } }: OneProps): VNode => {
  const visit = useOrganisation();
  return (
    <div>
      <State value={status} />
      {next_attempt_at !== null && (
        <Small>
          {visit.words.webhook.again} <Moment value={next_attempt_at} />
        </Small>
      )}
    </div>
  );
};

/** How often it was tried, and each time with what was answered. */
const Attempts = ({ delivery: { tries } }: OneProps): VNode => {
  const visit = useOrganisation();
  const { webhook: words } = visit.words;
  const last = tries.at(-1);
  if (last === undefined) return <span class="quiet">–</span>;
  const came = ({ error, http_status }: Attempt): string =>
    error ?? words.answered(String(http_status ?? ''));
  return (
    <details>
      <summary>
        {figure(visit.language, tries.length)} · {came(last)}
      </summary>
      <ol class="tries">
        {tries.map((each) => (
          <li>
            <Moment value={each.attempted_at} /> · {figure(visit.language, each.duration_ms)} ms ·{' '}
            {came(each)}
            {each.excerpt !== null && <pre>{each.excerpt}</pre>}
          </li>
        ))}
      </ol>
    </details>
  );
};
