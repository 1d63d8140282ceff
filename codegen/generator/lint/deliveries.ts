// What webhooks tell of each record is shown by a delivery that could be sent.
import type { DeliveryExample, EventRecords } from '../deliveries.ts';
import { atKey, below } from '../problem.ts';
import type { LintRule } from './all.ts';

type Fields = EventRecords[string];

export const deliveriesShown: LintRule = (spec, _tools, problems) => {
  const [first] = spec.events.values();
  for (const record of Object.keys(spec.eventRecords)) {
    if (!spec.deliveries.has(record) && first !== undefined)
      problems.flaw('delivery-example', first.where, `deliveries lacks an example of ${record}`);
  }
  for (const [record, example] of spec.deliveries) {
    const fields = spec.eventRecords[record];
    if (fields === undefined)
      problems.flaw('delivery-example', atKey(example.where), `records has no fields of ${record}`);
    else
      for (const [path, message] of faultsOf(record, fields, example, spec.events))
        problems.flaw('delivery-example', below(example.where, ...path), message);
  }
};

type Fault = readonly [path: readonly string[], message: string];

const faultsOf = (
  record: string,
  fields: Fields,
  example: DeliveryExample,
  events: ReadonlyMap<string, unknown>,
): readonly Fault[] => {
  const faults: Fault[] = [];
  if (!events.has(example.event) || example.event.split('.')[0] !== record)
    faults.push([['event'], `${example.event} is no event of ${record}`]);
  for (const [name, value] of Object.entries(example.record)) {
    const type = fields[name];
    if (type === undefined) faults.push([['record', name], `webhooks do not tell ${name} of ${record}`]);
    else if (typeof value !== type) faults.push([['record', name], `${name} is a ${type}`]);
  }
  return faults;
};
