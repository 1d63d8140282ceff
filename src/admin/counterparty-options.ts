// The country fields of a counterparty as options: those that create_counterparty takes, described as there.
import { TOOLS } from '../../generated/dispatch.ts';

const details = TOOLS.create_counterparty.inputSchema.properties['country_details'];

/** By field name; each one's description. */
export const COUNTERPARTY_DETAIL_FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(details?.properties ?? {}).map(([field, { description }]) => [field, description ?? '']),
);
