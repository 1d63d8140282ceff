// events.ts, the reference of webhooks, and their part of the client: what is delivered of each event.
import { pascal } from '../naming.ts';
import type { DeliveryExample, EventRecords } from '../deliveries.ts';
import type { Spec } from '../model.ts';
import { header, headerText } from './emit.ts';
import type { Emitter, Files } from './emit.ts';
import { literal, union } from './literal.ts';
import { render } from './render.ts';

const recordOf = (event: string): string => event.split('.')[0] ?? '';

interface RecordView {
  readonly name: string;
  readonly interface: string;
  readonly union: string;
  readonly events: readonly { readonly name: string; readonly description: string }[];
  readonly fields: readonly { readonly name: string; readonly type: string }[];
  /** A delivery, as JSON. */
  readonly example: string;
}

/** The records that webhooks tell of, each with its events and fields. */
const listRecords = ({ events, eventRecords, deliveries }: Spec): readonly RecordView[] =>
  Object.entries(eventRecords).map(([name, fields]) => {
    const own = [...events].filter(([event]) => recordOf(event) === name);
    return {
      name,
      interface: `${pascal(name)}Facts`,
      union: union(own.map(([event]) => event)),
      events: own.map(([event, { description }]) => ({ name: event, description })),
      fields: Object.entries(fields).map(([field, type]) => ({ name: field, type })),
      example: showDelivery(fields, deliveries.get(name)),
    };
  });

const SUFFIX = '01k5m8x2q4e7taw9c6rjv3hn0a';

/** As the service sends it. */
const showDelivery = (fields: EventRecords[string], example: DeliveryExample | undefined): string => {
  if (example === undefined) return '{}';
  const { event, record_type, record_id, record } = example;
  const data = {
    event_id: `evnt_${SUFFIX}`,
    organization_id: `orgn_${SUFFIX}`,
    entity_id: `enti_${SUFFIX}`,
    record_type,
    record_id,
    sequence: 3,
    record: Object.fromEntries(Object.keys(fields).map((name) => [name, record[name] ?? null])),
  };
  return JSON.stringify({ type: event, timestamp: '2026-03-14T15:04:05.000Z', data }, null, 2);
};

export const emitEvents: Emitter = ({ spec }) => {
  const names = [...spec.events.keys()];
  const table = Object.fromEntries([...spec.events].map(([name, { description }]) => [name, description]));
  const delivered = names.filter((name) => Object.hasOwn(spec.eventRecords, recordOf(name)));
  const text = `${header('spec/events.yaml')}
/** Something that happened to a record. */
export type EventType = ${union(names)};

/** What each event says. */
export const EVENTS: Readonly<Record<EventType, string>> = ${literal(table)};

/** What webhooks tell of a record: fields of its state and their types, by the first word of its events. */
export const EVENT_RECORDS: Readonly<
  Record<string, Readonly<Record<string, 'string' | 'number' | 'boolean'>>>
> = ${literal(spec.eventRecords)};

/** The events that webhooks deliver. */
export const DELIVERED_EVENTS: readonly EventType[] = ${literal(delivered)};
`;
  return new Map([['events.ts', text], ...writeForReceivers(spec)]);
};

/** What a receiver needs; nothing where the spec has no records to tell of. */
const writeForReceivers = (spec: Spec): Files => {
  const records = listRecords(spec);
  if (records.length === 0) return new Map();
  const view = { header: headerText('spec/events.yaml'), records };
  return new Map([
    ['docs/webhooks.md', render('docs-webhooks', view)],
    ['client/webhooks.ts', `${header('spec/events.yaml')}${render('client/webhooks', view)}`],
  ]);
};
