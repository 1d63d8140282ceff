// What a webhook is told to do: where it sends, of which company, and which kinds of events.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { DELIVERED_EVENTS } from '../../../../generated/events.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { ALL_EVENTS } from '../../../domain/ground/outbox/kinds.ts';
import type { Endpoint } from '../../../domain/across/webhooks/store/endpoints.ts';
import type { WantedWebhook } from '../../../domain/across/webhooks/endpoints.ts';
import { requiredText } from '../../amounts.ts';
import type { Form } from '../../form.ts';
import { Field, Select, Tick } from '../../parts/form.tsx';
import { FormProblem } from '../../problem.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { settingsWords } from '../../../../generated/texts/settings.ts';
import { eventWords } from '../../../../generated/texts/event.ts';
import { webhookWords } from '../../../../generated/texts/webhook.ts';

const recordOf = (event: string): string => event.split('.')[0] ?? '';
const RECORDS: readonly string[] = [...new Set(DELIVERED_EVENTS.map(recordOf))];

export const readWanted = (visit: OrganisationVisit, form: Form): WantedWebhook => {
  const words = webhookWords(visit.language);
  const events = form.all('event');
  const url = requiredText(visit, form, 'url', words.address);
  if (events.length === 0)
    throw new FormProblem({ event: commonWords(visit.language).required(words.kinds) });
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
  const words = webhookWords(visit.language);
  const own = settingsWords(visit.language);
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
  const words = webhookWords(visit.language);
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
  const words = webhookWords(visit.language);
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
