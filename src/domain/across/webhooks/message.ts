// What a delivery tells: the event, and of its record the fields that the spec lists.
import { EVENT_RECORDS } from '../../../../generated/events.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { DueEvent } from './attempt.ts';
import { ID_PREFIXES } from '../../../../generated/ids.ts';

type Message = Pick<
  DueEvent,
  'event_id' | 'tenant_id' | 'type' | 'record_type' | 'record_id' | 'sequence' | 'occurred_at' | 'data'
>;

export const messageOf = (organization_id: string, message: Message): string =>
  JSON.stringify({
    type: message.type,
    timestamp: message.occurred_at,
    data: {
      event_id: message.event_id,
      organization_id,
      entity_id: isOrganisationId(message.tenant_id) ? null : message.tenant_id,
      record_type: message.record_type,
      record_id: message.record_id,
      sequence: message.sequence,
      record: factsOf(message.type, message.data),
    },
  });

type State = Readonly<Record<string, unknown>>;

const isState = (data: unknown): data is State => typeof data === 'object' && data !== null;

/** Nothing but what is listed, in the type that is stated: a state may also hold what is not for others. */
const factsOf = (type: string, data: unknown): State | null => {
  if (!isState(data)) return null;
  const fields = EVENT_RECORDS[type.split('.')[0] ?? ''] ?? {};
  const state = withAmount(data);
  return Object.fromEntries(
    Object.entries(fields).map(([name, wanted]) => {
      const value = state[name];
      return [name, typeof value === wanted ? value : null];
    }),
  );
};

/** Bank lines are kept in minor units. */
const withAmount = (state: State): State => {
  const { amount, amount_minor, currency } = state;
  return amount === undefined && typeof amount_minor === 'number' && typeof currency === 'string'
    ? { ...state, amount: minorToWire(amount_minor, currency) }
    : state;
};

export const isOrganisationId = (id: string): boolean => id.startsWith(`${ID_PREFIXES.OrganisationId}_`);
