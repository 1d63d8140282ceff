// What the pages of webhooks share: names, states, kinds of events, and refusals beside the field that they are about.
import { useVisit } from '../../context.ts';
import type { VNode } from 'preact';
import { findEndpoint, type Endpoint } from '../../../domain/across/webhooks/store/endpoints.ts';
import { webhookParts, type WebhookParts } from '../../../domain/across/webhooks/parts.ts';
import { WebhookRefusal } from '../../../domain/across/webhooks/refusal.ts';
import { Moment } from '../../parts/show.tsx';
import { FormProblem } from '../../problem.ts';
import { tellRefusal } from '../../told/told.ts';
import type { OrganisationVisit, Visit } from '../../visit.ts';

export const webhookHref = ({ id }: Pick<Endpoint, 'id'>): string => `/settings/webhooks/${id}`;

/** As people call it. */
export const nameOf = ({ description, url }: Endpoint): string => description ?? url;

/** The webhook of the page's address; undefined when the organisation has none there. */
export const webhookOf = ({
  reads,
  organisation,
  params,
  now,
}: OrganisationVisit): Promise<Endpoint | undefined> =>
  findEndpoint(reads.db, organisation.id, params['webhook'] ?? '', now);

export const partsOf = ({ parts }: OrganisationVisit): WebhookParts =>
  webhookParts(parts.config, parts.secrets);

const FIELDS: Partial<Readonly<Record<WebhookRefusal['about'], string>>> = {
  url: 'url',
  events: 'event',
  entity: 'entity',
  description: 'description',
  reason: 'reason',
};

/** A refusal that is about a field stands beside it, with what was typed. */
export const besideFields = async <T,>({ language }: Visit, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const field = error instanceof WebhookRefusal ? FIELDS[error.about] : undefined;
    if (field === undefined) throw error;
    throw new FormProblem({ [field]: tellRefusal(language, (error as WebhookRefusal).reason) });
  }
};

export const Kinds = ({ events, most }: { events: readonly string[]; most: number }): VNode => (
  <div>
    {events.slice(0, most).map((event) => (
      <div>
        <code>{event}</code>
      </div>
    ))}
    {events.length > most && <small>+ {events.length - most}</small>}
  </div>
);

/** `why`: also what is the matter with it. */
export const WebhookState = ({ webhook, why = false }: { webhook: Endpoint; why?: boolean }): VNode => {
  const visit = useVisit();
  const { webhook: words } = visit.words;
  const { status, status_reason, failing_since } = webhook;
  const tone =
    status === 'pending' ? 'wait' : failing_since !== null ? 'bad' : status === 'enabled' ? 'good' : 'plain';
  return (
    <div>
      <span class={`state ${tone}`}>
        {status === 'enabled' && failing_since !== null ? words.failing : words.states[status]}
      </span>
      {why && status_reason !== null && (
        <div>
          <small>{tellRefusal(visit.language, status_reason)}</small>
        </div>
      )}
      {why && status === 'enabled' && failing_since !== null && (
        <div>
          <small>
            {words.failingSince} <Moment value={failing_since} />
          </small>
        </div>
      )}
    </div>
  );
};
