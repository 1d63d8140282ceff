// The index knows what a record is called; what it is worth and how it stands is read when it is found.
import type { Reader } from '../../../db/database.ts';

/** The live facts of a hit. */
export interface HitFacts {
  readonly sublabel: string | null;
  readonly status: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly date: string | null;
}

/** Reads the facts of hits of one type. A record that it does not answer is gone, and is left out of the hits. */
export interface SearchSource {
  facts(request: FactsRequest): Promise<ReadonlyMap<string, HitFacts>>;
}

export interface FactsRequest {
  readonly db: Reader;
  /** The entities and, for organisation-level records, the organisation that the caller may see. */
  readonly tenants: readonly string[];
  readonly ids: readonly string[];
  readonly now: Date;
}

export const NO_FACTS: HitFacts = { sublabel: null, status: null, amount: null, currency: null, date: null };
