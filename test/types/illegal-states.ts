// States that must not compile. Each line under `@ts-expect-error` is one; when a guarantee is lost, the build says
// that the directive is unused. Nothing here runs.
import type { AccessOf, ErrorsOf, ParamsOf, ToolName } from '../../generated/dispatch.ts';
import type { BillId, InvoiceId } from '../../generated/ids.ts';
import type { Code } from '../../generated/refusals.ts';
import type { Scope } from '../../generated/scopes.ts';
import type { CountryData, Country } from '../../generated/countries.ts';
import type { InvoiceStatus } from '../../generated/types.ts';
import type { Reader, Writer } from '../../src/db/database.ts';
import { scoped } from '../../src/db/scoped.ts';
import type { ReadScope, WriteScope } from '../../src/domain/ground/change/scope.ts';
import type { ToolError } from '../../src/base/errors.ts';
import type { Raises } from '../../src/base/raises.ts';
import { addDays, type IsoDay } from '../../src/base/time/day.ts';
import { type Context, handler, type Handlers } from '../../src/handlers/handler.ts';
import { HANDLERS } from '../../src/handlers/index.ts';

export const ids = (bill: BillId): InvoiceId[] => [
  // @ts-expect-error a bill is not an invoice
  bill,
  // @ts-expect-error an unchecked string is not an id
  'invc_01jd3x0000000000000000000a',
];

const { confirm_bank_match, ...others } = HANDLERS;
export const incomplete = (): Handlers[] => [
  // @ts-expect-error a tool without a handler
  others,
  // @ts-expect-error a handler for a tool that is not in the spec
  { ...others, confirm_bank_match, delete_everything: confirm_bank_match },
];

export const undeclaredFailure = handler('get_invoice', async (ctx) => {
  // @ts-expect-error get_invoice does not declare this error
  throw ctx.error('bill_not_found', { received: 'x' });
});

export const undeclaredWarning = handler('create_counterparty', async (ctx) => {
  // @ts-expect-error create_counterparty does not declare this warning
  ctx.warn('payment_complement_due', { due_date: '2026-12-17' });
  throw ctx.error('internal_error', {});
});

const mayRaise = (_ctx: Raises<'bill_not_found'>): void => undefined;
export const undeclaredInDomain = handler('get_invoice', async (ctx) => {
  // @ts-expect-error the domain function may raise what the tool does not declare
  mayRaise(ctx);
  throw ctx.error('internal_error', {});
});

const mayRefuse = (_ctx: Raises<'payment_reversed'>): void => undefined;
export const undeclaredRefusal = handler('get_invoice', async (ctx) => {
  // @ts-expect-error get_invoice does not declare this refusal
  mayRefuse(ctx);
  // @ts-expect-error nor may it raise it itself
  throw ctx.error('payment_reversed', { payment_id: 'ipay_1', reversed_on: '2026-12-17' });
});

export const refusals = (page: Raises<Code>): ToolError[] => [
  // @ts-expect-error a refusal that is not in the spec
  page.error('payment_lost', { payment_id: 'ipay_1' }),
  // @ts-expect-error a detail is left out
  page.error('payment_reversed', { payment_id: 'ipay_1' }),
];

export const readToolThatWrites = (ctx: Context<'get_invoice'>): void => {
  // @ts-expect-error a read tool has no insert
  void ctx.db.insertInto('invoice');
  // @ts-expect-error nor an update through the scoped entry
  void scoped(ctx, 'invoice').update();
};

const locksRows = (_db: Writer): void => undefined;
export const lockOutsideTransaction = (reader: Reader, read: ReadScope): void => {
  // @ts-expect-error a reader is not a transaction
  locksRows(reader);
  // @ts-expect-error nor is the database of a read scope
  locksRows(read.db);
};

export const writeScopeNeeded = (read: ReadScope): WriteScope =>
  // @ts-expect-error a read scope keeps no trail
  read;

export const typo: ParamsOf<'search_invoices'> = {
  limit: 10,
  // @ts-expect-error not a parameter
  stauts: 'draft',
};

// @ts-expect-error a defaulted parameter is always there for the handler
export const defaultForgotten: ParamsOf<'search_invoices'> = {};

// @ts-expect-error a scope that does not exist
export const unknownScope: Scope = 'invoices:delete';

// @ts-expect-error a tool that does not exist
export const unknownTool: ToolName = 'delete_everything';

// @ts-expect-error a derived status is never stored
export const derivedStatus: InvoiceStatus = 'overdue';

// @ts-expect-error text is not a day until it is checked
export const uncheckedDay: IsoDay = '2026-02-30';
// @ts-expect-error a moment is not a day
export const moment = addDays(new Date(), 1);

// @ts-expect-error a country of the spec is missing
export const countries: Record<Country, Pick<CountryData, 'name'>> = { MX: { name: 'Mexico' } };

// @ts-expect-error create_invoice writes
export const access: AccessOf<'create_invoice'> = 'read';

// @ts-expect-error not an error of get_invoice
export const code: ErrorsOf<'get_invoice'> = 'bill_not_found';
