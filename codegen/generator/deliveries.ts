// What webhooks tell of each record, as spec/events.yaml says it.
import type { Where } from './problem.ts';

export type EventRecords = Readonly<
  Record<string, Readonly<Record<string, 'string' | 'number' | 'boolean'>>>
>;

/** A delivery as an example; fields that its record leaves out are null. */
export interface DeliveryExample {
  readonly event: string;
  readonly record_type: string;
  readonly record_id: string;
  readonly record: Readonly<Record<string, string | number | boolean>>;
  readonly where: Where;
}
