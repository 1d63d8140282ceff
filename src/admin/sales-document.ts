// The documents that commands file, print and cancel alike: an id says by its prefix what it names.
import { InvalidArgumentError } from 'commander';
import { ID_PREFIXES, ID_SUFFIX, type IdTypes } from '../../generated/ids.ts';
import type { Entity } from '../base/entity.ts';
import type { OwnedTable } from '../db/owner.ts';
import type { Reader } from '../db/database.ts';
import { arg, type Its } from './define.ts';
import { findOwner } from './owner.ts';

const TABLES = {
  InvoiceId: 'invoice',
  InvoiceCreditNoteId: 'credit_note',
  ComplementId: 'complement',
} as const satisfies Partial<Readonly<Record<keyof IdTypes, OwnedTable>>>;

export type SalesDocumentId = IdTypes[keyof typeof TABLES];

const KINDS = Object.keys(TABLES) as (keyof typeof TABLES)[];

const kindOfId = (id: string): keyof typeof TABLES | undefined =>
  KINDS.find((kind) => new RegExp(`^${ID_PREFIXES[kind]}_${ID_SUFFIX}$`).test(id));

const parseDocumentId = (text: string): SalesDocumentId => {
  if (kindOfId(text) !== undefined) return text as SalesDocumentId;
  const prefixes = KINDS.map((kind) => `${ID_PREFIXES[kind]}_…`).join(', ');
  throw new InvalidArgumentError(
    `It must be the id of an invoice, credit note or payment complement (${prefixes}).`,
  );
};

export const findDocumentOwner = (db: Reader, id: SalesDocumentId): Promise<Entity> =>
  findOwner(db, TABLES[kindOfId(id) ?? 'InvoiceId'], id);

export const DOCUMENT: Its<SalesDocumentId> = {
  ...arg(parseDocumentId),
  owner: findDocumentOwner,
};
