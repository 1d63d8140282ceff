// Creates the demo organisation through the ordinary domain functions, in one transaction.
import { DAY_MS } from '../../base/time/day.ts';
import type { CounterpartyId, OrganisationId } from '../../../generated/ids.ts';
import type { RowOf } from '../../../generated/imports.ts';
import { type CreateAccountScope, createAccount } from '../../domain/money/bank-accounts/create.ts';
import { createEntity } from '../../domain/ground/entities/create.ts';
import type { Entity } from '../../base/entity.ts';
import type { ImportScope } from '../../domain/across/imports/importer.ts';
import type { ImportRow, RowOutcome } from '../../domain/across/imports/outcome.ts';
import { NO_FILE } from '../../domain/across/imports/repeated-rows.ts';
import {
  BILL_TICKETS,
  CLIENTS,
  INVOICING_ARRANGEMENTS,
  LEDGER_ACCOUNTS,
  PRODUCTS,
} from '../../domain/across/imports/records/reference-types.ts';
import { COUNTERPARTIES } from '../../domain/across/imports/records/counterparties.ts';
import { type CreateInvoiceScope, createInvoice } from '../../domain/documents/invoices/issue.ts';
import { createOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { addMember } from '../../domain/ground/organisations/members.ts';
import { type Act, type OpenBooks, SYSTEM, newAct } from '../../domain/ground/change/change.ts';
import { COMPANIES, type DemoEntity, partyRow } from './companies.ts';
import { DEMO_MEMBERS, DEMO_ORGANISATION, DEMO_ORGANISATION_ID } from './organisation.ts';

export const OPTIONS = { update: false, warn: () => undefined, file: NO_FILE } as const;

/** Says in the trail whether the demo is to get a year of books. */
export const demoAct = (now: Date, year: boolean): Act => newAct(SYSTEM, 'demo', year ? { year } : {}, now);

export const buildDemo = async (books: OpenBooks, now: Date, year: boolean): Promise<OrganisationId> => {
  const act = demoAct(now, year);
  const organisationId = await books.changeOrganisation(DEMO_ORGANISATION_ID, act, async (ctx) => {
    const id = await createOrganisation(ctx, DEMO_ORGANISATION);
    for (const member of DEMO_MEMBERS) await addMember(ctx, member);
    return id;
  });
  const entities: Entity[] = [];
  for (const { company } of COMPANIES) entities.push(await buildEntity(books, organisationId, company, act));
  await books.changeOrganisation(organisationId, act, async (ctx) => {
    const clients = entities.map(({ id, name, tax_id }): RowOf<'clients'> => ({
      external_id: `client-${name}`,
      name: `${name} (client)`,
      ...(tax_id === null ? {} : { tax_id }),
      entities: [id],
      status: 'active',
    }));
    allStored(await CLIENTS.store(ctx, asRows(clients), OPTIONS));
  });
  return organisationId;
};

const buildEntity = async (
  books: OpenBooks,
  organisationId: OrganisationId,
  demo: DemoEntity,
  act: Act,
): Promise<Entity> => {
  const { result: entity } = await createEntity(books, organisationId, demo.entity, act);
  for (const account of demo.accounts)
    await books.change(entity, act, (ctx: CreateAccountScope) => createAccount(ctx, account));
  const { result: ids } = await books.change(entity, act, (ctx: ImportScope) => importAll(ctx, demo));
  for (const { customer, days_ago, params } of demo.invoices) {
    const counterparty_id = ids.get(customer);
    if (counterparty_id === undefined) throw new Error(`the demo has no customer ${customer}`);
    const then = { ...act, now: new Date(act.now.getTime() - days_ago * DAY_MS) };
    await books.change(entity, then, (ctx: CreateInvoiceScope) =>
      createInvoice(ctx, { ...params, counterparty_id }),
    );
  }
  return entity;
};

/** Counterparty ids by external id. */
const importAll = async (
  ctx: ImportScope,
  demo: DemoEntity,
): Promise<ReadonlyMap<string, CounterpartyId>> => {
  const ids = allStored(await COUNTERPARTIES.store(ctx, asRows(demo.counterparties.map(partyRow)), OPTIONS));
  allStored(await PRODUCTS.store(ctx, asRows(demo.products), OPTIONS));
  allStored(await LEDGER_ACCOUNTS.store(ctx, asRows(demo.ledger_accounts), OPTIONS));
  allStored(await INVOICING_ARRANGEMENTS.store(ctx, asRows(demo.invoicing_arrangements), OPTIONS));
  allStored(await BILL_TICKETS.store(ctx, asRows(demo.bill_tickets), OPTIONS));
  return new Map(
    demo.counterparties.map(({ external_id }, index) => [external_id, ids[index] as CounterpartyId]),
  );
};

export const asRows = <R>(values: readonly R[]): ImportRow<R>[] =>
  values.map((value, index) => ({ line: index + 1, value }));

/** A rejected row is a bug in the demo data. */
export const allStored = (outcomes: readonly RowOutcome[]): string[] =>
  outcomes.map((outcome) => {
    if (outcome.kind === 'rejected') throw new Error(`a record of the demo was refused: ${outcome.reason}`);
    return outcome.id ?? '';
  });
