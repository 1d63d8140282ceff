// The country fields of a counterparty as options, with the descriptions of create_counterparty.
import { TOOLS } from '../../generated/dispatch.ts';

const details = TOOLS.create_counterparty.inputSchema.properties['country_details'];

/** Descriptions by field name. */
export const COUNTERPARTY_DETAIL_FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(details?.properties ?? {}).map(([field, { description }]) => [field, description ?? '']),
);
