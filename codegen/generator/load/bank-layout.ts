import type { Where } from '../problem.ts';

/** How a bank writes its files: what the generator reads of it. */
export interface BankLayout {
  readonly name: string;
  readonly country: string;
  readonly product: string;
  readonly source: string;
  readonly signature: readonly string[];
  readonly fixture: string;
  readonly where: Where;
}
