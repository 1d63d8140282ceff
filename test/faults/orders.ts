// What a worker of the fault tests is told.
import type { Progress } from '../../src/domain/filing/steps/step.ts';
import type { Timing } from '../../src/jobs/filing.ts';

/** `sending`: at some moment after the bytes were stored, mostly while the provider has them. */
export const KILLS = [
  'claimed',
  'signed',
  'built',
  'sending',
  'sent',
  'recorded',
  'released',
] as const satisfies readonly (Progress | 'sending')[];
export type Kill = (typeof KILLS)[number];

export interface Orders {
  readonly database: string;
  readonly dataDir: string;
  readonly seed: number;
  /** Where it ends itself; null to live on. */
  readonly kill: Kill | null;
  /** At which time of being there. */
  readonly killAt: number;
  /** How often a request to a provider goes wrong. */
  readonly faultShare: number;
}

/** Leases of the dead run out soon. */
export const CHILD_TIMING: Partial<Timing> = { pollMs: 100, leaseMs: 900, backoffMs: [40, 80, 160, 320] };
