// A cancellation request as the SAT takes it: XML signed by the issuer. The answer has one of the SAT's codes for each
// UUID.
import { createHash, verify } from 'node:crypto';
import { CancellationReasonValues } from '../../../generated/types.ts';
import { readCertificate } from '../../einvoicing/mx-cfdi/csd/certificate.ts';
import {
  XmlFault,
  type XmlNode,
  childAt,
  childrenAt,
  readAttribute,
  readXmlBytes,
} from '../../einvoicing/xml/read.ts';
import { type PacRefusal, refusal } from './refusal.ts';
import type { StampStore } from './store.ts';

const NAMESPACE = 'http://cancelacfd.sat.gob.mx';

export interface Folio {
  readonly uuid: string;
  readonly reason: string;
  readonly replacement: string | null;
}

export interface CancellationRequest {
  readonly issuer: string;
  readonly folios: readonly Folio[];
}

export const readCancellation = (bytes: Buffer): CancellationRequest | PacRefusal => {
  let root: XmlNode;
  try {
    root = readXmlBytes(bytes);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return refusal('301', error.message);
  }
  const issuer = readAttribute(root, 'RfcEmisor') ?? '';
  const folios = childrenAt(root, ['Folios', 'Folio']).map((folio) => ({
    uuid: readAttribute(folio, 'UUID') ?? '',
    reason: readAttribute(folio, 'Motivo') ?? '',
    replacement: readAttribute(folio, 'FolioSustitucion'),
  }));
  if (root.name !== 'Cancelacion' || readAttribute(root, 'xmlns') !== NAMESPACE || folios.length === 0)
    return refusal('301');
  return checkSignature(root, issuer) ?? { issuer, folios };
};

const checkSignature = (root: XmlNode, issuer: string): PacRefusal | null => {
  const signature = childAt(root, ['Signature']);
  const info = signature === undefined ? undefined : childAt(signature, ['SignedInfo']);
  if (signature === undefined || info === undefined) return refusal('302', 'There is no Signature.');
  const text = (...path: string[]): string => childAt(signature, path)?.text.replace(/\s+/g, '') ?? '';
  const facts = readCertificate(Buffer.from(text('KeyInfo', 'X509Data', 'X509Certificate'), 'base64'));
  if (facts === null) return refusal('308');
  if (facts.rfc !== issuer) return refusal('303', `The certificate belongs to ${facts.rfc ?? 'nobody'}.`);
  const signed = { ...root, children: root.children.filter((child) => child !== signature) };
  const digest = createHash('sha1').update(canonical(signed)).digest('base64');
  if (text('SignedInfo', 'Reference', 'DigestValue') !== digest)
    return refusal('302', 'DigestValue does not fit.');
  const scope = new Map([...root.attributes, ...signature.attributes]);
  const namespaces = new Map([...scope].filter(([name]) => name.startsWith('xmlns')));
  const seal = Buffer.from(text('SignatureValue'), 'base64');
  const holds = verify('RSA-SHA1', Buffer.from(canonical(info, namespaces)), facts.x509.publicKey, seal);
  return holds ? null : refusal('302', 'SignatureValue does not fit.');
};

export const RECEIVED = '201';
const EARLIER = '202';
const FOREIGN = '203';
const UNKNOWN = '205';
const NO_REASON = '207';
const WRONG_REPLACEMENT = '208';
const NEEDLESS_REPLACEMENT = '209';

const REASONS: ReadonlySet<string> = new Set(CancellationReasonValues);
/** Reason 01, replaced by another CFDI, which has to be named. */
const REPLACED = '01';

/** Cancels, or asks the buyer; returns the SAT's code. */
export const cancelFolio = async (
  store: StampStore,
  issuer: string,
  { uuid, reason, replacement }: Folio,
  now: Date,
): Promise<string> => {
  if (!REASONS.has(reason)) return NO_REASON;
  if (reason === REPLACED && replacement === null) return WRONG_REPLACEMENT;
  if (reason !== REPLACED && replacement !== null) return NEEDLESS_REPLACEMENT;
  const stamped = await store.byUuid(uuid);
  if (stamped === undefined) return UNKNOWN;
  if (stamped.issuer !== issuer) return FOREIGN;
  if (stamped.cancellation === 'cancelled' || stamped.cancellation === 'requested') return EARLIER;
  await store.cancel(uuid, stamped.needsAcceptance ? 'requested' : 'cancelled', now);
  return RECEIVED;
};

/** In the form of the SAT's acknowledgement. */
export const acknowledgement = (issuer: string, codes: ReadonlyMap<string, string>, now: Date): string => {
  const folios = [...codes]
    .map(
      ([uuid, code]) =>
        `<Folios xmlns="${NAMESPACE}"><UUID>${uuid}</UUID><EstatusUUID>${code}</EstatusUUID></Folios>`,
    )
    .join('');
  const moment = now.toISOString().slice(0, 23);
  return `<?xml version="1.0" encoding="utf-8"?><Acuse Fecha="${moment}" RfcEmisor="${issuer.replaceAll('&', '&amp;')}">${folios}</Acuse>`;
};

// Canonical XML 1.0 of an element without mixed content, for checking signatures: namespaces first, then attributes by
// name, no abbreviated elements.

const escape = (text: string, special: RegExp): string =>
  text.replace(
    special,
    (character) =>
      ({
        '&': '&amp;',
        '<': '&lt;',
        '>': '&gt;',
        '"': '&quot;',
        '\t': '&#x9;',
        '\n': '&#xA;',
        '\r': '&#xD;',
      })[character] ?? character,
  );

const isNamespace = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:');

type Attributes = ReadonlyMap<string, string>;

const sorted = (attributes: Iterable<readonly [string, string]>): readonly (readonly [string, string])[] =>
  [...attributes].sort(([left], [right]) => (left < right ? -1 : 1));

/** `inherited`: the namespaces that the element's parents declare, which its own subset has to repeat. */
export const canonical = (node: XmlNode, inherited: Attributes = new Map(), apex = true): string => {
  const own = new Map([...node.attributes].filter(([name]) => isNamespace(name)));
  const scope = new Map([...inherited, ...own]);
  const shown = apex ? scope : new Map([...own].filter(([name, value]) => inherited.get(name) !== value));
  const plain = [...node.attributes].filter(([name]) => !isNamespace(name));
  const start = [...sorted(shown), ...sorted(plain)]
    .map(([name, value]) => ` ${name}="${escape(value, /[&<"\t\n\r]/g)}"`)
    .join('');
  const children = node.children.map((child) => canonical(child, scope, false)).join('');
  return `<${node.name}${start}>${escape(node.text, /[&<>\r]/g)}${children}</${node.name}>`;
};
