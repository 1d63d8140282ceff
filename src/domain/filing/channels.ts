// The channel of a queue entry. Each channel has its own lanes, so that a provider that hangs delays only its own
// entries.
import { COUNTRIES, type Country } from '../../../generated/countries.ts';
import type { OutboxKind } from '../../db/schema.ts';
import { BY_MAIL } from './job.ts';

export type Channel = 'authority' | 'network' | 'mail' | 'own';

const FIXED: Readonly<Record<Exclude<OutboxKind, 'file'>, Channel>> = {
  cancel: 'authority',
  evidence: 'network',
  deliver: 'mail',
  expire: 'own',
  lookup: 'network',
  acuse: 'authority',
};

export const chooseChannel = (kind: OutboxKind, country: Country, provider: string | null): Channel => {
  if (kind !== 'file') return FIXED[kind];
  if (provider === BY_MAIL) return 'mail';
  return COUNTRIES[country].filing_model === 'clearance' ? 'authority' : 'network';
};

/** What a full channel postpones. */
export interface Excluded {
  readonly kinds: readonly OutboxKind[];
  /** The countries whose invoices are not filed now, except by e-mail. */
  readonly filingIn: readonly Country[];
  /** Filings by e-mail. */
  readonly byMail: boolean;
}

export const excludedBy = (full: ReadonlySet<Channel>): Excluded => {
  const kinds = (Object.keys(FIXED) as (keyof typeof FIXED)[]).filter((kind) => full.has(FIXED[kind]));
  const countries = Object.keys(COUNTRIES) as Country[];
  return {
    kinds,
    filingIn: countries.filter((country) => full.has(chooseChannel('file', country, null))),
    byMail: full.has('mail'),
  };
};
