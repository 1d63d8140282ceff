import type { KeyObject } from 'node:crypto';
import type { Fetch } from '../ask.ts';

export interface SwOptions {
  /** Kept with every filing. */
  readonly name: string;
  /** Where documents are stamped and cancelled, without a slash at its end. */
  readonly url: string;
  /** Where the data warehouse answers. */
  readonly dataUrl: string;
  /** A token that does not expire; else user and password, for which one is fetched. */
  readonly token: string | null;
  readonly user: string | null;
  readonly password: string | null;
  readonly sandbox: boolean;
  readonly now: () => Date;
  readonly fetch?: Fetch;
  /** A stamp may take long at the end of a month. */
  readonly timeoutMs?: number;
  /** The SAT's public query for the state of a CFDI; null: what belongs to `url`. */
  readonly statusUrl?: string;
  /** The key of the certificate with which the PAC stamps, where it is known; its seal is checked then. */
  readonly providerKey?: (certificateNumber: string) => Promise<KeyObject | null>;
}

const TIMEOUT_MS = 30_000;

export const timeoutOf = ({ timeoutMs }: SwOptions): number => timeoutMs ?? TIMEOUT_MS;
