// Issuer and receiver of a printed CFDI.
import type { Entity } from '../../base/entity.ts';
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import type { PrintedFact, PrintedParty } from '../printed.ts';
import { codeText } from './catalogues.ts';

export const optional = (
  label: string,
  value: string | null | undefined,
  show: (value: string) => string = (text) => text,
): readonly PrintedFact[] =>
  value === null || value === undefined || value === '' ? [] : [{ label, value: show(value) }];

const joined = (separator: string, ...parts: readonly (string | null | undefined)[]): readonly string[] => {
  const text = parts.filter((part) => part !== null && part !== undefined && part !== '').join(separator);
  return text === '' ? [] : [text];
};

/** Address and contact are not in the CFDI; the books may have them. */
export const printSeller = ({ issuer, placeOfIssue }: Cfdi, details: Entity['details']): PrintedParty => ({
  heading: 'Emisor',
  name: issuer.name,
  lines: [
    `RFC: ${issuer.rfc}`,
    `Régimen fiscal: ${codeText('regime', issuer.regime)}`,
    ...joined(', ', details.street, details.city),
    `Lugar de expedición: C.P. ${placeOfIssue}`,
    ...joined(' · ', details.contact_name, details.contact_phone, details.contact_email),
  ],
});

export const printBuyer = ({ receiver }: Cfdi): PrintedParty => ({
  heading: 'Receptor',
  name: receiver.name,
  lines: [
    `RFC: ${receiver.rfc}`,
    `Régimen fiscal: ${codeText('regime', receiver.regime)}`,
    `Domicilio fiscal: C.P. ${receiver.postalCode}`,
    `Uso del CFDI: ${codeText('use', receiver.use)}`,
    ...(receiver.residence === null ? [] : [`Residencia fiscal: ${receiver.residence}`]),
    ...(receiver.foreignTaxId === null ? [] : [`Registro de identidad tributaria: ${receiver.foreignTaxId}`]),
  ],
});
