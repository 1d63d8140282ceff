// The form of overrides, and those that several tables share.
export interface Override {
  /** Without `null`. */
  readonly type?: string;
  readonly note?: string;
}

export interface TableOverride {
  readonly note?: string;
  /** A plain string gives the type alone. */
  readonly columns?: Readonly<Record<string, string | Override>>;
}

export const ACTOR = `'key' | 'member' | 'system'`;
/** How it is known that it was this member. */
export const METHOD = `'passkey' | 'password' | 'company' | 'claimed'`;
export const PLAIN_ID = 'string';
export const LEASE = 'The process that works on it; see `lease.ts`.';
export const IMPORTED = {
  import_hash: { note: 'Of the import row that made it or changed it last; null for what came another way.' },
  import_version: {
    note: '`version` after that import: another one says that the books have changed it since.',
  },
};
export const LINE_POSITION = { position: { note: '1-based.' } };
/** For tables where the tenant may be an organisation. */
export const TENANT = {
  type: PLAIN_ID,
  note: 'The entity; for records of the whole organisation, the organisation.',
};
