// How a UBL invoice is to be paid (BG-16, BG-17).
import type { Details } from '../../regime.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { CARD_MEANS, DEBIT_MEANS } from '../codes.ts';
import { isIban, normaliseIban } from '../../../base/bank-identifiers/iban.ts';
import { written } from '../text.ts';
import { group, leaf } from './values.ts';

/** Cards and direct debits name no account of the payee (BR-DE-24-b, BR-DE-25-b). */
const WITHOUT_PAYEE_ACCOUNT: readonly string[] = [...CARD_MEANS, ...DEBIT_MEANS];

const text = (details: Details, name: string): string => written(String(details[name] ?? ''));

const payeeAccount = (details: Details): XmlElement | null => {
  const account = text(details, 'bank_account_number');
  if (account === '') return null;
  return group('cac:PayeeFinancialAccount', [
    leaf('cbc:ID', isIban(account) ? normaliseIban(account) : account),
    leaf('cbc:Name', text(details, 'bank_name')),
    group('cac:FinancialInstitutionBranch', [
      leaf('cbc:ID', text(details, 'bank_routing_number').replace(/\s+/g, '')),
    ]),
  ]);
};

/** `folio` is the remittance information by which the payment finds its invoice (BT-83). */
export const paymentMeans = (details: Details, folio: string): XmlElement => {
  const code = text(details, 'payment_means_code');
  return element('cac:PaymentMeans', {}, [
    leaf('cbc:PaymentMeansCode', code),
    leaf('cbc:PaymentID', folio),
    WITHOUT_PAYEE_ACCOUNT.includes(code) ? null : payeeAccount(details),
  ]);
};
