// Rows that say again what an earlier row of the same file says: an export that was pasted together, or saved twice.
import { hashFields } from './records/rows.ts';
import type { ImportRow, RejectedOutcome, RowOutcome } from './outcome.ts';

/** Where records of this file were first named, by what is theirs alone: an id, or the key of a rate. */
export interface FileLines {
  lineOf(record: string): number | undefined;
  bring(record: string, line: number): void;
}

/** Enough of a digest that no two rows of any file share it. */
const KEY_LENGTH = 22;

/** What stands on which line; kept for the whole file, of which only a batch is in memory. */
export class FileRows implements FileLines {
  readonly #rows = new Map<string, number>();
  readonly #externalIds = new Map<string, number>();
  readonly #records = new Map<string, number>();

  lineOf(record: string): number | undefined {
    return this.#records.get(record);
  }

  bring(record: string, line: number): void {
    if (!this.#records.has(record)) this.#records.set(record, line);
  }

  /** What is to be done with a row that came before; undefined outcome: store it, undefined repeat: it is new. */
  compare(
    { line, value }: ImportRow<object>,
    externalId: string | undefined,
    hasKey: boolean,
  ): Repeat | undefined {
    const key = hashFields(value).slice(0, KEY_LENGTH);
    const same = this.#rows.get(key);
    if (same !== undefined) return repeatOf(same, externalId !== undefined, hasKey);
    this.#rows.set(key, line);
    if (externalId === undefined) return undefined;
    const earlier = this.#externalIds.get(externalId);
    if (earlier !== undefined)
      return { outcome: onEarlierLine(`external_id ${externalId}`, earlier, ', with other values') };
    this.#externalIds.set(externalId, line);
    return undefined;
  }
}

export interface Repeat {
  /** Undefined if the importer knows what to do with it. */
  readonly outcome?: RowOutcome;
  readonly warning?: string;
}

const repeatOf = (line: number, isNamed: boolean, hasKey: boolean): Repeat => {
  const warning = `the row is the same as on line ${line}, and counts once`;
  if (isNamed) return { outcome: { kind: 'skipped', id: null }, warning };
  if (hasKey) return { warning };
  // Nothing tells two records that are meant from one that stands there twice.
  const reason = `the row is the same as on line ${line}; take one of them out or, if both are meant, give each an external_id of its own`;
  return { outcome: { kind: 'rejected', code: 'duplicate_in_file', reason } };
};

export const onEarlierLine = (what: string, line: number, more = ''): RejectedOutcome => ({
  kind: 'rejected',
  code: 'duplicate_in_file',
  reason: `${what} stands on line ${line} of this file already${more}`,
});

/** For rows that come from no file. */
export const NO_FILE: FileLines = { lineOf: () => undefined, bring: () => undefined };
