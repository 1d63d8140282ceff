// The parts that every answer of the sandbox PAC needs.
import type { Issue } from '../../einvoicing/regime.ts';
import type { SandboxAuthority } from '../authority/authority.ts';
import type { Faults } from '../http.ts';
import type { PacFaultKind } from './faults.ts';
import type { StampStore } from './store.ts';
import type { Tokens } from './tokens.ts';

export interface Sandbox {
  readonly store: StampStore;
  readonly faults: Faults<PacFaultKind>;
  readonly tokens: Tokens;
  readonly now: () => Date;
  /** The rules of the SAT. */
  readonly check: (bytes: Buffer) => Promise<readonly Issue[]>;
  authority(): Promise<SandboxAuthority>;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  /** The connection breaks instead of sending it. */
  readonly lost?: boolean;
}
