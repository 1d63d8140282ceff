// Which bank fields a payment form allows, and how its account numbers look (columns of c_FormaPago).
import forms from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_formas_pago' with { type: 'json' };
import { parseRfc } from '../receiver.ts';
import { cfdiText, countCharacters } from '../text.ts';
import type { BankFields } from './document.ts';

export interface BankForm {
  readonly payerBank: boolean;
  /** Null where the form names no such account. */
  readonly payerAccount: RegExp | null;
  readonly payeeBank: boolean;
  readonly payeeAccount: RegExp | null;
  /** TipoCadPago and what goes with it: electronic transfers only. */
  readonly chain: boolean;
}

const accountPattern = (allowed: string | number, pattern: string): RegExp | null =>
  allowed === 1 ? new RegExp(`^(?:${pattern})$`) : null;

const BANK_FORMS: ReadonlyMap<string, BankForm> = new Map(
  forms
    // 99 is listed with everything allowed, but no payment has it (CRP20212).
    .filter(
      ({ es_bancarizado, permite_cuenta_ordenante }) =>
        es_bancarizado === 1 && permite_cuenta_ordenante === 1,
    )
    .map((form) => [
      form.id,
      {
        payerBank: form.permite_banco_ordenante_rfc === 1,
        payerAccount: accountPattern(form.permite_cuenta_ordenante, form.patron_cuenta_ordenante),
        payeeBank: form.permite_banco_beneficiario_rfc === 1,
        payeeAccount: accountPattern(form.permite_cuenta_beneficiario, form.patron_cuenta_beneficiario),
        chain: form.permite_tipo_cadena_pago === 1,
      },
    ]),
);

const NO_BANK: BankForm = {
  payerBank: false,
  payerAccount: null,
  payeeBank: false,
  payeeAccount: null,
  chain: false,
};

export const bankForm = (form: string): BankForm => BANK_FORMS.get(form) ?? NO_BANK;

const MAX_BANK_NAME = 300;

/** A bank's RFC: that of a company, or of any foreigner. */
const bankRfc = (text: string | null | undefined, allowed: boolean): string | null => {
  const rfc = allowed ? parseRfc(text ?? null) : null;
  return rfc !== null && (rfc.person === 'moral' || rfc.generic === 'foreign') ? rfc.text : null;
};

const account = (text: string | null | undefined, pattern: RegExp | null): string | null => {
  const plain = (text ?? '').replace(/[\s-]/g, '').toUpperCase();
  return pattern?.test(plain) === true ? plain : null;
};

/** What of the bank fields a PAC takes with this form (CRP20221 to 20228); a doubtful one is left out. */
export const fittingBankFields = (form: string, fields: BankFields): Required<BankFields> => {
  const { payerBank, payerAccount, payeeBank, payeeAccount } = bankForm(form);
  const payer = bankRfc(fields.payerBankRfc, payerBank);
  const name = cfdiText(fields.payerBankName ?? '').replaceAll('|', ' ');
  const isAbroad = payer !== null && parseRfc(payer)?.generic === 'foreign';
  const hasName = name !== '' && countCharacters(name) <= MAX_BANK_NAME;
  const payee = bankRfc(fields.payeeBankRfc, payeeBank);
  return {
    // CRP20223: a foreign bank is named.
    payerBankRfc: isAbroad && !hasName ? null : payer,
    payerBankName: isAbroad && hasName ? name : null,
    payerAccount: account(fields.payerAccount, payerAccount),
    payeeBankRfc: payee !== null && parseRfc(payee)?.generic === null ? payee : null,
    payeeAccount: account(fields.payeeAccount, payeeAccount),
  };
};
