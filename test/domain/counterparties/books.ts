// Counterparties for the tests of this folder: made as the tool makes them.
import assert from 'node:assert/strict';
import { ToolError } from '../../../src/base/errors.ts';
import type { CounterpartyRow } from '../../../src/domain/parties/counterparties/store/counterparties.ts';
import {
  createCounterparty,
  type NewCounterparty,
} from '../../../src/domain/parties/counterparties/create.ts';
import { checkDigit } from '../../../src/einvoicing/mx-cfdi/rfc.ts';
import type { TestBooks } from '../../support/scope.ts';

let made = 0;

/** A valid RFC of a company that no other counterparty of this test run has. */
export const newRfc = (): string => {
  made += 1;
  const body = `TST260101${made.toString(36).toUpperCase().padStart(2, '0').slice(-2)}`;
  return `${body}${checkDigit(`${body}0`)}`;
};

/** A customer with its own RFC, unless `facts` say otherwise. */
export const mexican = (name: string, facts: Partial<NewCounterparty> = {}): NewCounterparty => ({
  name,
  postal_code: '06600',
  country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
  is_customer: true,
  is_supplier: false,
  ...facts,
});

export const german = (name: string, facts: Partial<NewCounterparty> = {}): NewCounterparty => ({
  name,
  is_customer: true,
  is_supplier: false,
  ...facts,
});

export const add = async (books: TestBooks, input: NewCounterparty): Promise<CounterpartyRow> =>
  (await books.write((ctx) => createCounterparty(ctx, input))).result;

/** The code and details of the error that the promise ends with. */
export const refused = async (
  work: Promise<unknown>,
): Promise<{ code: string; details: Record<string, unknown> }> => {
  const error = await work.then(
    () => assert.fail('nothing was raised'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ToolError, String(error));
  return { code: error.code, details: { ...error.details } };
};
