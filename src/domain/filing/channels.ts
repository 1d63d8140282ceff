// The channel of a queue entry. Each channel has its own lanes, so that a provider that hangs delays only its own
// entries.
import { COUNTRIES, type Country } from '../../../generated/countries.ts';
import type { OutboxKind } from '../../db/schema.ts';

export type Channel = 'authority' | 'network' | 'mail' | 'own';

const FIXED: Readonly<Record<Exclude<OutboxKind, 'file'>, Channel>> = {
  cancel: 'authority',
  evidence: 'network',
  deliver: 'mail',
  expire: 'own',
};

export const chooseChannel = (kind: OutboxKind, country: Country): Channel => {
  if (kind !== 'file') return FIXED[kind];
  return COUNTRIES[country].filing_model === 'clearance' ? 'authority' : 'network';
};

/** What a full channel postpones. */
export interface Excluded {
  readonly kinds: readonly OutboxKind[];
  /** The countries whose invoices are not filed now. */
  readonly filingIn: readonly Country[];
}

export const excludedBy = (full: ReadonlySet<Channel>): Excluded => {
  const kinds = (Object.keys(FIXED) as (keyof typeof FIXED)[]).filter((kind) => full.has(FIXED[kind]));
  const countries = Object.keys(COUNTRIES) as Country[];
  return { kinds, filingIn: countries.filter((country) => full.has(chooseChannel('file', country))) };
};
