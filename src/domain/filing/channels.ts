// Where an entry of the queue leads. Each channel has lanes of its own, so that a provider which hangs holds up nobody
// but those who wait for it.
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

/** What a channel that is full leaves to be done later. */
export interface Excluded {
  readonly kinds: readonly OutboxKind[];
  /** Whose invoices are not filed now. */
  readonly filingIn: readonly Country[];
}

export const excludedBy = (full: ReadonlySet<Channel>): Excluded => {
  const kinds = (Object.keys(FIXED) as (keyof typeof FIXED)[]).filter((kind) => full.has(FIXED[kind]));
  const countries = Object.keys(COUNTRIES) as Country[];
  return { kinds, filingIn: countries.filter((country) => full.has(chooseChannel('file', country))) };
};
