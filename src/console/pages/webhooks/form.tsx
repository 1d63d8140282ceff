// What a webhook is told to do: where it sends, of which company, and which kinds of events.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { DELIVERED_EVENTS } from '../../../../generated/events.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { ALL_EVENTS } from '../../../domain/ground/outbox/kinds.ts';
import type { Endpoint } from '../../../domain/across/webhooks/store/endpoints.ts';
import {
  type WantedWebhook,
  createWebhook,
  shownState,
  updateWebhook,
} from '../../../domain/across/webhooks/endpoints.ts';
import { requiredText } from '../../amounts.ts';
import type { Form } from '../../form.ts';
import { SaveOrLeave, ActForm, Field, Select, Tick, Press } from '../../parts/form.tsx';
import { FormProblem } from '../../problem.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { eventWords } from '../../../../generated/texts/event.ts';
import { type Act, type Shown, organisationPage } from '../../page.ts';
import { Head, headed } from '../../parts/show.tsx';
import { MadeSecret } from './acts.tsx';
import { besideFields, nameOf, partsOf, webhookHref, webhookOf } from './parts.tsx';

const recordOf = (event: string): string => event.split('.')[0] ?? '';
const RECORDS: readonly string[] = [...new Set(DELIVERED_EVENTS.map(recordOf))];

export const readWanted = (visit: OrganisationVisit, form: Form): WantedWebhook => {
  const { webhook: words } = visit.words;
  const events = form.all('event');
  const url = requiredText(visit, form, 'url', words.address);
  if (events.length === 0) throw new FormProblem({ event: visit.words.common.required(words.kinds) });
  return {
    url,
    description: form.optional('description') ?? null,
    entity_id: form.optional('entity') ?? null,
    events,
  };
};

interface FieldsProps {
  /** As it is before the change. */
  readonly webhook?: Endpoint;
}

export const WebhookFields = ({ webhook }: FieldsProps): VNode => {
  const visit = useOrganisation();
  const { webhook: words, settings: own } = visit.words;
  return (
    <>
      <div class="fields">
        <Field
          name="url"
          type="url"
          label={words.address}
          hint={words.addressHint}
          value={webhook?.url}
          required
          maxlength={LIMITS.Webhook.url}
          wide
        />
        <Field
          name="description"
          label={words.purpose}
          value={webhook?.description}
          maxlength={LIMITS.Webhook.description}
        />
        <Select
          name="entity"
          label={own.boundTo}
          any={own.allOfThem}
          value={webhook?.entity_id}
          choices={visit.companies.map(({ id, name }) => ({ value: id, text: name }))}
        />
      </div>
      <EventFields chosen={webhook?.events ?? []} />
    </>
  );
};

const EventFields = ({ chosen }: { chosen: readonly string[] }): VNode => {
  const visit = useOrganisation();
  const { webhook: words } = visit.words;
  const fault = visit.problem?.fields?.['event'];
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : 'event-fault'}>
      <legend>{words.kinds}</legend>
      {fault !== undefined && (
        <small class="fault" id="event-fault">
          {fault}
        </small>
      )}
      <EventTick event={ALL_EVENTS} text={words.allKinds} chosen={chosen} />
      {RECORDS.map((record) => (
        <Group record={record} chosen={chosen} />
      ))}
    </fieldset>
  );
};

interface TickProps {
  readonly event: string;
  readonly text: string;
  readonly chosen: readonly string[];
}

const EventTick = ({ event, text, chosen }: TickProps): VNode => (
  <Tick
    name="event"
    value={event}
    checked={chosen.includes(event)}
    label={
      <>
        <code>{event}</code> {text}
      </>
    }
  />
);

/** Open where something of it is chosen. */
const Group = ({ record, chosen }: Omit<TickProps, 'event' | 'text'> & { record: string }): VNode => {
  const visit = useOrganisation();
  const { webhook: words } = visit.words;
  const records: Readonly<Record<string, string>> = words.records;
  const present = visit.sent?.all('event') ?? chosen;
  const events = DELIVERED_EVENTS.filter((event) => recordOf(event) === record);
  return (
    <details open={present.some((event) => recordOf(event) === record)}>
      <summary>{records[record] ?? record}</summary>
      <EventTick event={`${record}.*`} text={words.allOfGroup} chosen={chosen} />
      {events.map((event) => (
        <EventTick event={event} text={eventWords(visit.language)[event]} chosen={chosen} />
      ))}
    </details>
  );
};

const make: Act<OrganisationVisit> = {
  strong: true,
  run: async (visit, form): Promise<Shown> => {
    const wanted = readWanted(visit, form);
    const { webhook, secret } = await besideFields(
      visit,
      visit.changeOrganisation('webhook create', wanted, (ctx) => createWebhook(ctx, partsOf(visit), wanted)),
    );
    return {
      title: nameOf(webhook),
      main: <MadeSecret webhook={webhook} secret={secret} />,
    };
  },
};

export const newWebhookPage = organisationPage({
  path: '/settings/webhooks/new',
  role: 'administrator',
  query: () => Promise.resolve({}),
  acts: { make },
  view: (_none, visit) => {
    const { webhook: words } = visit.words;
    return headed({
      title: words.add,
      note: words.note,
      main: (
        <ActForm act="make" label={words.add}>
          <WebhookFields />
          <Press text={words.make} />
        </ActForm>
      ),
    });
  },
});

const save: Act<OrganisationVisit> = {
  strong: true,
  run: async (visit, form) => {
    const id = visit.params['webhook'] ?? '';
    const changes = { ...readWanted(visit, form), shown: form.text('shown') };
    await besideFields(
      visit,
      visit.changeOrganisation('webhook update', { id, ...changes }, (ctx) =>
        updateWebhook(ctx, partsOf(visit), id, changes),
      ),
    );
    return { to: webhookHref({ id }), say: visit.words.webhook.saved };
  },
};

export const editWebhookPage = organisationPage({
  path: '/settings/webhooks/:webhook/edit',
  role: 'administrator',
  query: webhookOf,
  acts: { save },
  view: (webhook, visit) => {
    const { common } = visit.words;
    return {
      title: `${common.edit}: ${nameOf(webhook)}`,
      main: (
        <>
          <Head title={nameOf(webhook)} note={visit.words.webhook.editNote} />
          <ActForm act="save" label={common.edit}>
            <input type="hidden" name="shown" value={shownState(webhook)} />
            <WebhookFields webhook={webhook} />
            <SaveOrLeave back={webhookHref(webhook)} />
          </ActForm>
        </>
      ),
    };
  },
});
