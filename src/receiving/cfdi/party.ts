// Issuer and receiver of a CFDI.
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import { COUNTRIES } from '../../../generated/countries.ts';
import type { ReadParty } from '../reading.ts';

const NOBODY: ReadParty = {
  name: null,
  tradingName: null,
  countryCode: null,
  vatId: null,
  taxId: null,
  legalId: null,
  ids: [],
  endpoint: null,
  street: null,
  city: null,
  postalCode: null,
  contactName: null,
  email: null,
  phone: null,
  regime: null,
};

const { country: MEXICO, tax_id: TAX_ID } = COUNTRIES.MX;

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/**
 * A CFDI has the tax address of its receiver (DomicilioFiscalReceptor) and none of its issuer: what it says of the issuer is the
 * postal code of the main office or the branch that issues it (LugarExpedicion, annex 20).
 */
export const readIssuer = ({ issuer, placeOfIssue }: Cfdi): ReadParty => ({
  ...NOBODY,
  name: textOrNull(issuer.name),
  countryCode: MEXICO,
  taxId: textOrNull(issuer.rfc),
  postalCode: textOrNull(placeOfIssue),
  regime: textOrNull(issuer.regime),
});

/** A foreigner has the generic RFC, and a number at home that tells who it is. */
export const readReceiver = ({ receiver }: Cfdi): ReadParty => {
  const isForeign = receiver.rfc === TAX_ID.generic_foreign;
  return {
    ...NOBODY,
    name: textOrNull(receiver.name),
    countryCode: isForeign ? null : MEXICO,
    taxId: isForeign && receiver.foreignTaxId !== null ? receiver.foreignTaxId : textOrNull(receiver.rfc),
    postalCode: textOrNull(receiver.postalCode),
    regime: textOrNull(receiver.regime),
  };
};
