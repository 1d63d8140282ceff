// What a PAC reads from a CFDI before it checks any rule.
import { buildCadena } from '../../einvoicing/mx-cfdi/cadena.ts';
import { readAttribute, childAt, readXmlBytes, XmlFault, type XmlNode } from '../../einvoicing/xml/read.ts';
import { type PacRefusal, refusal } from './refusal.ts';

export interface Cfdi {
  /** Without a byte order mark. */
  readonly bytes: Buffer;
  readonly fecha: string;
  readonly sello: string;
  readonly noCertificado: string;
  readonly certificado: string;
  readonly lugarExpedicion: string;
  readonly total: string;
  readonly issuer: string;
  readonly receiver: string;
  readonly receiverName: string;
  readonly cadena: string;
}

const NAMESPACE = 'http://www.sat.gob.mx/cfd/4';

/** The document, or why it cannot be read: what the SAT's schema would refuse first. */
export const readCfdi = (bytes: Buffer): Cfdi | PacRefusal => {
  let root: XmlNode;
  try {
    root = readXmlBytes(bytes);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return refusal('301', error.message);
  }
  const missing: string[] = [];
  const need = (node: XmlNode | undefined, name: string): string => {
    const value = readAttribute(node, name)?.trim() ?? '';
    if (value === '') missing.push(`${node?.name ?? 'element'}/@${name}`);
    return value;
  };
  if (root.name !== 'cfdi:Comprobante' || readAttribute(root, 'xmlns:cfdi') !== NAMESPACE)
    return refusal('301', `The root element is not cfdi:Comprobante of ${NAMESPACE}.`);
  if (readAttribute(root, 'Version') !== '4.0') return refusal('301', 'The attribute Version is not 4.0.');
  const [issuer, receiver] = [childAt(root, ['cfdi:Emisor']), childAt(root, ['cfdi:Receptor'])];
  const cfdi: Cfdi = {
    bytes,
    fecha: need(root, 'Fecha'),
    sello: need(root, 'Sello'),
    noCertificado: need(root, 'NoCertificado'),
    certificado: need(root, 'Certificado'),
    lugarExpedicion: need(root, 'LugarExpedicion'),
    total: need(root, 'Total'),
    issuer: need(issuer, 'Rfc'),
    receiver: need(receiver, 'Rfc'),
    receiverName: need(receiver, 'Nombre'),
    cadena: buildCadena(root),
  };
  if (childAt(root, ['cfdi:Conceptos', 'cfdi:Concepto']) === undefined) missing.push('cfdi:Concepto');
  if (childAt(root, ['cfdi:Complemento', 'tfd:TimbreFiscalDigital']) !== undefined)
    return { code: '307', message: '307. El comprobante contiene un timbre previo.' };
  return missing.length === 0 ? cfdi : refusal('301', `Missing: ${missing.join(', ')}.`);
};
