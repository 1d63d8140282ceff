import type { KeyObject } from 'node:crypto';
import type { Fetch } from '../ask.ts';

export interface SwOptions {
  /** Stored with every filing. */
  readonly name: string;
  /** Where documents are stamped and cancelled, without a trailing slash. */
  readonly url: string;
  /** The address of the data warehouse. */
  readonly dataUrl: string;
  /** A token that does not expire; otherwise one is fetched with user and password. */
  readonly token: string | null;
  readonly user: string | null;
  readonly password: string | null;
  readonly sandbox: boolean;
  readonly now: () => Date;
  readonly fetch?: Fetch;
  /** A stamp may take long at the end of a month. */
  readonly timeoutMs?: number;
  /** The SAT's public query for the state of a CFDI; by default the one that belongs to `url`. */
  readonly statusUrl?: string;
  /** The public key with which the PAC stamps, where known; its seal is checked then. */
  readonly providerKey?: (certificateNumber: string) => Promise<KeyObject | null>;
}

const TIMEOUT_MS = 30_000;

export const chooseTimeout = ({ timeoutMs }: SwOptions): number => timeoutMs ?? TIMEOUT_MS;
