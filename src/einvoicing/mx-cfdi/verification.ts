// The address at which anybody can verify a CFDI with the SAT: the text of its QR code.
import { decimal, toText } from '../../base/money/decimal.ts';

const PAGE = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx';

export interface Verifiable {
  readonly uuid: string;
  readonly issuerRfc: string;
  readonly receiverRfc: string;
  /** As the CFDI writes it. */
  readonly total: string;
  /** The issuer's Sello. */
  readonly seal: string;
}

/** No trailing zeros, but at least one decimal: 116.00 is 116.0 (Anexo 20, printed form). */
export const verificationTotal = (total: string): string => {
  const text = toText(decimal(total));
  return text.includes('.') ? text : `${text}.0`;
};

const SEAL_CHARACTERS = 8;

/** Escapes `+`, `&` and Ñ, but leaves `=` and `/` readable. */
const queryValue = (text: string): string =>
  encodeURIComponent(text).replaceAll('%3D', '=').replaceAll('%2F', '/');

export const verificationUrl = ({ uuid, issuerRfc, receiverRfc, total, seal }: Verifiable): string => {
  const query = [
    ['id', uuid],
    ['re', issuerRfc],
    ['rr', receiverRfc],
    ['tt', verificationTotal(total)],
    ['fe', seal.slice(-SEAL_CHARACTERS)],
  ];
  return `${PAGE}?${query.map(([name = '', value = '']) => `${name}=${queryValue(value)}`).join('&')}`;
};
