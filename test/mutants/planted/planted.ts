/** One fault of one line, as a slip of the keyboard would make it. */
export interface Planted {
  /** In kebab case; `npm run mutants -- NAME` runs those whose name contains it. */
  readonly name: string;
  readonly file: string;
  /** Stands once in the file. */
  readonly find: string;
  readonly put: string;
  /** Test files, of which at least one has to fail. */
  readonly tests: readonly string[];
}
