// Outcomes of the rows of an import.
import type { Code, RefusalKind } from '../../../../generated/refusals.ts';
import type { RejectedRow } from '../../../base/input-file.ts';

/** A well-formed row, with its line in the file. */
export interface ImportRow<R> {
  readonly line: number;
  readonly value: R;
}

/** For scripts: the code with which a tool or a command refuses the same, or what only a row can be. */
export type RowFaultCode = Code | RefusalKind | 'unreadable_row' | 'duplicate_in_file';

export interface RowFault {
  readonly code: RowFaultCode;
  readonly reason: string;
}

export type RejectedOutcome = RowFault & { readonly kind: 'rejected' };

export type RowOutcome =
  | { readonly kind: 'imported' | 'updated' | 'skipped'; readonly id: string | null }
  | RejectedOutcome;

export type RejectedRecord = RejectedRow & RowFault;

/** The report of an import, as the command prints it. */
export interface ImportReport {
  readonly imported: number;
  /** Stored records that `--update` changed. */
  readonly updated: number;
  /** Rows identical to stored records. */
  readonly skipped: number;
  readonly rejected: readonly RejectedRecord[];
  /** The first warnings, each with its line; `warning_count` counts all of them. */
  readonly warnings: readonly { readonly line: number; readonly message: string }[];
  readonly warning_count: number;
}

/** Further warnings are only counted. */
const WARNINGS_LISTED = 100;

/** Counts outcomes while the file is read. */
export class Tally {
  readonly #count = { imported: 0, updated: 0, skipped: 0 };
  readonly #rejected: RejectedRecord[] = [];
  readonly #warnings: { line: number; message: string }[] = [];
  #warningCount = 0;

  get rejectedCount(): number {
    return this.#rejected.length;
  }

  add(line: number, outcome: RowOutcome): void {
    if (outcome.kind === 'rejected') {
      const { code, reason } = outcome;
      this.#rejected.push({ line, code, reason });
    } else this.#count[outcome.kind] += 1;
  }

  warn(line: number, message: string): void {
    this.#warningCount += 1;
    if (this.#warnings.length < WARNINGS_LISTED) this.#warnings.push({ line, message });
  }

  /** The report; if nothing was stored, only the reasons. */
  report(kept: boolean): ImportReport {
    const count = kept ? this.#count : { imported: 0, updated: 0, skipped: 0 };
    return {
      ...count,
      rejected: this.#rejected,
      warnings: this.#warnings,
      warning_count: this.#warningCount,
    };
  }
}
