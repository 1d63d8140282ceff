// The Timbre Fiscal Digital (TFD 1.1) that a PAC adds to a CFDI. It is checked and appended to our own bytes, which the
// PAC's reply never replaces.
import { verify, type KeyObject } from 'node:crypto';
import { readAttribute, readXml, type XmlNode } from '../xml/read.ts';
import { element, elementText } from '../xml/write.ts';
import { isLocalTime, readLocalTime } from './local-time.ts';

export interface Stamp {
  readonly version: string;
  readonly uuid: string;
  /** As written: the time of central Mexico. */
  readonly stampedAt: string;
  readonly providerRfc: string;
  /** A notice of the SAT. */
  readonly legend: string | null;
  /** The seal of the CFDI that was stamped. */
  readonly cfdiSeal: string;
  readonly satCertificateNumber: string;
  readonly satSeal: string;
}

const TFD = 'http://www.sat.gob.mx/TimbreFiscalDigital';
const NAME = 'tfd:TimbreFiscalDigital';
const TFD_ZONE = 'America/Mexico_City';

const findStamp = (node: XmlNode): XmlNode | undefined => {
  // Another prefix may be bound to the same namespace; the local name says enough, for the seal decides.
  if (/^(?:[^:]+:)?TimbreFiscalDigital$/u.test(node.name)) return node;
  for (const child of node.children) {
    const found = findStamp(child);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The stamp in an element that was read: a TFD alone, or a whole CFDI; null when there is none. */
export const stampIn = (node: XmlNode): Stamp | null => {
  const tfd = findStamp(node);
  if (tfd === undefined) return null;
  const value = (name: string): string => readAttribute(tfd, name)?.trim() ?? '';
  return {
    version: value('Version'),
    uuid: value('UUID'),
    stampedAt: value('FechaTimbrado'),
    providerRfc: value('RfcProvCertif'),
    legend: readAttribute(tfd, 'Leyenda'),
    cfdiSeal: value('SelloCFD'),
    satCertificateNumber: value('NoCertificadoSAT'),
    satSeal: value('SelloSAT'),
  };
};

/** The same from a PAC's reply; throws XmlFault when it is not XML. */
export const readStamp = (xml: string): Stamp | null => stampIn(readXml(xml));

/** The text that the PAC's seal signs. */
export const stampCadena = (stamp: Stamp): string => {
  const { version, uuid, stampedAt, providerRfc, legend, cfdiSeal, satCertificateNumber } = stamp;
  const values = [version, uuid, stampedAt, providerRfc, legend, cfdiSeal, satCertificateNumber];
  return `||${values.filter((value) => value !== null).join('|')}||`;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PROVIDER = /^[A-Z&Ñ]{3}\d{6}[A-Z0-9]{2}[0-9A]$/u;

/** What a stamp must match. */
export interface Sealed {
  /** The Sello of the bytes that were sent. */
  readonly seal: string;
  /** The PAC's key, where its certificate is at hand. */
  readonly providerKey: KeyObject | null;
}

/** Why the stamp does not fit this document, in sentences; empty when it does. */
export const stampFaults = (stamp: Stamp, { seal, providerKey }: Sealed): readonly string[] => {
  const checks: readonly (readonly [boolean, string])[] = [
    [stamp.version === '1.1', `The stamp has version ${stamp.version}, not 1.1.`],
    [UUID.test(stamp.uuid), 'The stamp has no UUID.'],
    [isLocalTime(stamp.stampedAt), 'The stamp does not say when it was made.'],
    [PROVIDER.test(stamp.providerRfc), 'The stamp does not say which provider made it.'],
    [/^\d{20}$/.test(stamp.satCertificateNumber), 'The stamp names no certificate of the SAT.'],
    [
      stamp.cfdiSeal === seal,
      'The stamp belongs to another document: its SelloCFD is not the seal that was sent.',
    ],
    [stamp.satSeal !== '', 'The stamp has no seal of the SAT.'],
    [
      providerKey === null ||
        verify(
          'RSA-SHA256',
          Buffer.from(stampCadena(stamp)),
          providerKey,
          Buffer.from(stamp.satSeal, 'base64'),
        ),
      'The seal of the SAT does not fit the stamp.',
    ],
  ];
  return checks.filter(([holds]) => !holds).map(([, fault]) => fault);
};

/** The moment of the stamp. */
export const stampMoment = ({ stampedAt }: Stamp): Date => readLocalTime(TFD_ZONE, stampedAt);

export const stampElement = (stamp: Stamp): string =>
  elementText(
    element(NAME, {
      'xmlns:tfd': TFD,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${TFD} http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd`,
      Version: stamp.version,
      UUID: stamp.uuid,
      FechaTimbrado: stamp.stampedAt,
      RfcProvCertif: stamp.providerRfc,
      Leyenda: stamp.legend,
      SelloCFD: stamp.cfdiSeal,
      NoCertificadoSAT: stamp.satCertificateNumber,
      SelloSAT: stamp.satSeal,
    }),
  );

/** A CFDI of our own ends with its taxes or lines, or with the Complemento: there is no Addenda. */
const CLOSE = '</cfdi:Comprobante>';
const CLOSE_COMPLEMENT = '</cfdi:Complemento>';

/** Our bytes with the stamp inserted; nothing else changes. */
export const appendStamp = (bytes: Buffer, stamp: Stamp): Buffer => {
  const xml = bytes.toString('utf8');
  if (!xml.endsWith(CLOSE) || xml.includes(`<${NAME}`)) {
    throw new Error('only an unstamped CFDI of our own takes a stamp');
  }
  const tfd = stampElement(stamp);
  const body = xml.slice(0, -CLOSE.length);
  // The payments of a type P are there already, in the one Complemento that the schema allows.
  const stamped = body.endsWith(CLOSE_COMPLEMENT)
    ? body.slice(0, -CLOSE_COMPLEMENT.length) + tfd
    : `${body}<cfdi:Complemento>${tfd}`;
  return Buffer.from(stamped + CLOSE_COMPLEMENT + CLOSE, 'utf8');
};
