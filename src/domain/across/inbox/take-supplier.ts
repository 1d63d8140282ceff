// The supplier that a bill is entered with: a supplier already, a customer that becomes one too, or one that is made of what
// the document says. What was made of a document is told by its issues and by a task.
import { isCountryCode } from '../../../base/country-codes.ts';
import { partsOf } from '../../../base/arguments/together.ts';
import { ToolError } from '../../../base/errors.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { COUNTRIES, detailFields } from '../../../../generated/countries.ts';
import { normaliseVatId } from '../../../einvoicing/peppol-ubl/vat-id.ts';
import { issue } from '../../../receiving/issue.ts';
import type { ReadingIssue, ReadParty } from '../../../receiving/reading.ts';
import { cut } from '../../documents/bills/from-reading.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { NEVER } from '../../documents/tasks/due.ts';
import type { Unlimited } from '../../ground/change/change.ts';
import { createCounterparty } from '../../parties/counterparties/create.ts';
import { makeSupplier } from '../../parties/counterparties/role.ts';
import type { CounterpartyRow } from '../../parties/counterparties/store/counterparties.ts';

export interface TakenSupplier {
  /** Undefined where the document does not say enough to make one: the issues name what it lacks. */
  readonly supplier: CounterpartyRow | undefined;
  /** Made of the document. */
  readonly proposed: boolean;
  readonly issues: readonly ReadingIssue[];
  /** Whom it may be of. */
  readonly candidates?: readonly string[];
}

/** `known`: whom the document names, or a person chose. Nobody is made twice because of a role. */
export const takeSupplier = async (
  ctx: Unlimited,
  known: CounterpartyRow | undefined,
  party: ReadParty,
  received_document_id: string,
): Promise<TakenSupplier> => {
  if (known?.is_supplier === true) return { supplier: known, proposed: false, issues: [] };
  if (known !== undefined) {
    const supplier = await makeSupplier(ctx, known);
    await askToLook(
      ctx,
      supplier,
      'Check that a customer is a supplier too',
      `It became one with the received document ${received_document_id}, which names it as its sender.`,
    );
    return { supplier, proposed: false, issues: [issue('supplier_role_added', { name: known.name })] };
  }
  return proposeSupplier(ctx, party, received_document_id);
};

/** Titles are without the name, which a stranger wrote: they are read as words of the house. */
const askToLook = (
  ctx: Unlimited,
  { id }: CounterpartyRow,
  title: string,
  description: string,
): Promise<string> =>
  storeTask(ctx, {
    title,
    description,
    priority: 'normal',
    due: { due_at: null, due_sort: NEVER },
    assignee: null,
    taskable_type: 'Counterparty',
    taskable_id: id,
  });

const proposeSupplier = async (
  ctx: Unlimited,
  party: ReadParty,
  received_document_id: string,
): Promise<TakenSupplier> => {
  const name = (party.name ?? party.tradingName ?? '').trim();
  if (name === '') return { supplier: undefined, proposed: false, issues: [issue('supplier_unnamed')] };
  // Composed as its column holds it, which some letters make longer.
  const fitting = [...name.normalize('NFC')].slice(0, LIMITS.ListedCounterparty.name).join('');
  const made = await createOf(ctx, party, fitting);
  if (!('supplier' in made)) return { ...made, supplier: undefined, proposed: false };
  const { supplier, left } = made;
  const names = left.join(', ');
  await askToLook(
    ctx,
    supplier,
    'Check the data of a new supplier',
    [
      `It was made from the received document ${received_document_id}. Its data is what that document says.`,
      ...(supplier.country_code === MEXICO ? [PLACE_OF_ISSUE] : []),
      ...(left.length === 0 ? [] : [`Left out, since it cannot be so: ${names}.`]),
    ].join(' '),
  );
  const issues = [
    issue('supplier_new', { name: supplier.name }),
    ...(left.length === 0 ? [] : [issue('supplier_left_out', { names })]),
  ];
  return { supplier, proposed: true, issues };
};

const { country: MEXICO } = COUNTRIES.MX;
const PLACE_OF_ISSUE =
  'Its postal code may be that of a branch: a CFDI says where it was issued, and not the tax address of its issuer.';

/** With what was left out; or why there is none. */
type Made =
  | { readonly supplier: CounterpartyRow; readonly left: readonly string[] }
  | Pick<TakenSupplier, 'issues' | 'candidates'>;

/** What cannot be so is left out, where a supplier of the country can do without it. */
const createOf = async (ctx: Unlimited, party: ReadParty, name: string): Promise<Made> => {
  const stated = party.countryCode?.toUpperCase() ?? '';
  const country_code = isCountryCode(stated) ? stated : ctx.entity.country_code;
  const given = new Map(Object.entries(detailsOf(party, country_code)));
  if (party.postalCode !== null) given.set(POSTAL_CODE, party.postalCode);
  const left = new Map<string, string>();
  const leaveOut = (field: string): void => {
    left.set(field, given.get(field) ?? '');
    given.delete(field);
  };
  for (const [field, { length }] of given) if (length > (LONGEST[field] ?? Infinity)) leaveOut(field);
  for (;;) {
    const { [POSTAL_CODE]: postal_code, ...country_details } = Object.fromEntries(given);
    const input = { name, country_code, is_customer: false, is_supplier: true, postal_code, country_details };
    try {
      const supplier = await createCounterparty(ctx, input);
      return { supplier, left: [...left].map(toldWith) };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { name: other, counterparty_id } = error.details;
      // Of another name, so that only a person can say whether it is the same one.
      if (error.code === 'counterparty_duplicate')
        return {
          issues: [issue('supplier_unclear', { names: String(other) })],
          candidates: [String(counterparty_id)],
        };
      const faults = partsOf(error).map(fieldOf);
      if (faults.includes('')) throw error;
      const wrong = faults.filter((field) => given.has(field));
      if (wrong.length === 0) {
        const names = faults.map((field) => toldWith([field, left.get(field) ?? ''])).join(', ');
        return { issues: [issue('supplier_incomplete', { name, names })] };
      }
      wrong.forEach(leaveOut);
    }
  }
};

const toldWith = ([field, value]: readonly [string, string]): string =>
  `${field} ${cut(value, MOST_TOLD) ?? ''}`.trimEnd();

/** Of a text that may be as long as its document. */
const MOST_TOLD = 60;

const LONGEST: Readonly<Record<string, number>> = { ...LIMITS.PeppolCounterparty, ...LIMITS.MxCounterparty };

const POSTAL_CODE = 'postal_code';

/** `rfc` of `country_details.rfc`. */
const fieldOf = ({ details: { path } }: ToolError): string =>
  typeof path === 'string' ? path.replace(/^country_details\./u, '') : '';

const detailsOf = (party: ReadParty, country: string): Record<string, string> => {
  const { vatId, taxId, endpoint } = party;
  const all = {
    vat_id: vatId === null ? null : normaliseVatId(vatId),
    rfc: taxId ?? vatId,
    tax_number: taxId,
    fiscal_regime_code: party.regime,
    street: party.street,
    city: party.city,
    participant_id:
      endpoint === null || !/^\d{4}$/.test(endpoint.scheme) ? null : `${endpoint.scheme}:${endpoint.id}`,
  };
  const taken: Readonly<Record<string, unknown>> = detailFields('counterparty', country);
  return Object.fromEntries(
    Object.entries(all).flatMap(([field, value]) =>
      value === null || !Object.hasOwn(taken, field) ? [] : [[field, value]],
    ),
  );
};
