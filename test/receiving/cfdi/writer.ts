// How strangers write XML: any prefix, order, quotes and encoding; and how a CFDI is sealed and stamped truly.
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { buildCadena } from '../../../src/einvoicing/mx-cfdi/cadena.ts';
import { stampCadena, type Stamp } from '../../../src/einvoicing/mx-cfdi/stamp.ts';
import { readXml } from '../../../src/einvoicing/xml/read.ts';
import { canonical } from '../../../src/receiving/cfdi/canonical.ts';
import type { TestSigner } from '../../einvoicing/mx-cfdi/signer.ts';
import type { Random } from '../../property/random.ts';

export const SAT_SERIAL = '30001000000500003456';
const sat = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const SAT_KEYS: ReadonlyMap<string, KeyObject> = new Map([
  [SAT_SERIAL, createPublicKey(sat.privateKey)],
]);

const escape = (text: string, random: Random): string =>
  text
    .replaceAll('&', random.chance(0.5) ? '&amp;' : '&#38;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', random.chance(0.5) ? '>' : '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

export type Attributes = Readonly<Record<string, string | null>>;
export type Element = (name: string, attributes: Attributes, children?: readonly string[]) => string;

/** Writes elements with any prefix, attributes in any order, quotes of either kind. */
export const writer =
  (random: Random, prefix: string): Element =>
  (name, attributes, children = []) => {
    const full = name.includes(':') || prefix === '' ? name : `${prefix}:${name}`;
    const list = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null);
    if (random.chance(0.5)) list.reverse();
    const quote = random.chance(0.7) ? '"' : "'";
    const space = random.chance(0.9) ? ' ' : '\n  ';
    const text = list
      .map(([key, value]) => `${space}${key}=${quote}${escape(value, random)}${quote}`)
      .join('');
    const inside = children.join(random.chance(0.5) ? '' : '\n<!-- & -->');
    return children.length === 0 ? `<${full}${text}/>` : `<${full}${text}>${inside}</${full}>`;
  };

const hex = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.int(0, 15).toString(16)).join('');

export const uuidOf = (random: Random): string =>
  [8, 4, 4, 4, 12]
    .map((count) => hex(random, count))
    .join('-')
    .toUpperCase();

/** What a file is written in; the declaration says so where no mark does. */
export const encode = (random: Random, xml: string): Buffer => {
  const kind = random.pick(['utf-8', 'utf-8', 'utf-8', 'plain', 'mark', 'utf-16', 'latin1'] as const);
  if (kind === 'plain') return Buffer.from(xml);
  if (kind === 'mark') return Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>${xml}`);
  if (kind === 'utf-16') return Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le');
  if (kind === 'latin1') return Buffer.from(`<?xml version='1.0' encoding='ISO-8859-1'?>\n${xml}`, 'latin1');
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`);
};

/** A stamp that the SAT of these tests seals. */
export const stampOf = (uuid: string, cfdiSeal: string): Stamp => {
  const stamp: Stamp = {
    version: '1.1',
    uuid,
    stampedAt: '2026-10-05T12:30:00',
    providerRfc: 'SPR190613I52',
    legend: null,
    cfdiSeal,
    satCertificateNumber: SAT_SERIAL,
    satSeal: '',
  };
  const satSeal = sign('RSA-SHA256', Buffer.from(stampCadena(stamp)), sat.privateKey).toString('base64');
  return { ...stamp, satSeal };
};

/** Puts seal and stamp into a document written with `@@SEAL@@` and `@@STAMP@@`. */
export const sealAndStamp = (
  xml: string,
  {
    signer,
    uuid,
    element,
  }: { readonly signer: TestSigner; readonly uuid: string; readonly element: Element },
): string => {
  const cadena = buildCadena(canonical(readXml(xml.replace('@@STAMP@@', ''))));
  const seal = signer.sign(cadena);
  const stamp = stampOf(uuid, seal);
  const tfd = element('tfd:TimbreFiscalDigital', {
    'xmlns:tfd': 'http://www.sat.gob.mx/TimbreFiscalDigital',
    Version: stamp.version,
    UUID: uuid,
    FechaTimbrado: stamp.stampedAt,
    RfcProvCertif: stamp.providerRfc,
    SelloCFD: seal,
    NoCertificadoSAT: stamp.satCertificateNumber,
    SelloSAT: stamp.satSeal,
  });
  return xml.replace('@@SEAL@@', seal).replace('@@STAMP@@', tfd);
};
