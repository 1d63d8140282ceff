// A request to the SAT to cancel a CFDI: a `Cancelacion` signed with the issuer's CSD (enveloped XMLDSig, RSA-SHA1, as
// the SAT's service asks for). The key stays here; the PAC only forwards the request.
//
// Everything is written in canonical form: no white space between elements, namespaces before attributes, attributes
// sorted by name, no self-closing tags. So the text itself, without its signature, can be hashed.
import { createHash, X509Certificate } from 'node:crypto';
import type { CancelRequest, Signer } from '../../einvoicing/filing.ts';
import { localTime } from '../../einvoicing/mx-cfdi/local-time.ts';
import { escapeAttribute, escapeText } from '../../einvoicing/xml/write.ts';

const CANCELLATION = 'http://cancelacfd.sat.gob.mx';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
/** Declared in the SAT's samples; in scope of the signature, so part of its canonical form. */
const SCHEMA_NAMESPACES =
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
/** The SAT's clocks. */
const ZONE = 'America/Mexico_City';

export const cancellationXml = (request: CancelRequest, signer: Signer): Buffer => {
  if (signer.signSha1 === undefined) throw new Error('this signer cannot sign a cancellation');
  const [start, end] = [rootStart(request), '</Cancelacion>'];
  const content = renderFolios(request);
  const digest = createHash('sha1').update(`${start}${content}${end}`).digest('base64');
  const value = signer.signSha1(signedInfo(digest, ` xmlns="${SIGNATURE}"${SCHEMA_NAMESPACES}`));
  const signature = [
    `<Signature xmlns="${SIGNATURE}">`,
    signedInfo(digest, ''),
    `<SignatureValue>${value}</SignatureValue>`,
    keyInfo(signer),
    '</Signature>',
  ].join('');
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${start}${content}${signature}${end}`, 'utf8');
};

const rootStart = ({ taxId, at }: CancelRequest): string =>
  `<Cancelacion xmlns="${CANCELLATION}"${SCHEMA_NAMESPACES} Fecha="${localTime(ZONE, at)}" RfcEmisor="${attribute(taxId)}">`;

const renderFolios = ({ uuid, reason, replacement }: CancelRequest): string => {
  const replaced = replacement === null ? '' : ` FolioSustitucion="${attribute(replacement.toUpperCase())}"`;
  return `<Folios><Folio${replaced} Motivo="${reason}" UUID="${attribute(uuid.toUpperCase())}"></Folio></Folios>`;
};

/** `>` stays as it is in a canonical attribute; no RFC and no UUID has one. */
const attribute = (value: string): string => escapeAttribute(value);

/** The same element twice: inside the signature, and as its canonical subset, which repeats the namespaces in scope. */
const signedInfo = (digest: string, namespaces: string): string =>
  [
    `<SignedInfo${namespaces}>`,
    `<CanonicalizationMethod Algorithm="${C14N}"></CanonicalizationMethod>`,
    `<SignatureMethod Algorithm="${SIGNATURE}rsa-sha1"></SignatureMethod>`,
    '<Reference URI="">',
    `<Transforms><Transform Algorithm="${SIGNATURE}enveloped-signature"></Transform></Transforms>`,
    `<DigestMethod Algorithm="${SIGNATURE}sha1"></DigestMethod>`,
    `<DigestValue>${digest}</DigestValue>`,
    '</Reference></SignedInfo>',
  ].join('');

const keyInfo = ({ certificate, certificateNumber }: Signer): string => {
  const x509 = new X509Certificate(Buffer.from(certificate, 'base64'));
  const { n = '', e = '' } = x509.publicKey.export({ format: 'jwk' });
  const plain = (value: string): string => Buffer.from(value, 'base64url').toString('base64');
  const issuer = x509.issuer.split('\n').toReversed().join(',');
  return [
    '<KeyInfo><X509Data><X509IssuerSerial>',
    `<X509IssuerName>${escapeText(issuer)}</X509IssuerName>`,
    `<X509SerialNumber>${certificateNumber}</X509SerialNumber>`,
    '</X509IssuerSerial>',
    `<X509Certificate>${certificate}</X509Certificate>`,
    '</X509Data><KeyValue><RSAKeyValue>',
    `<Modulus>${plain(n)}</Modulus><Exponent>${plain(e)}</Exponent>`,
    '</RSAKeyValue></KeyValue></KeyInfo>',
  ].join('');
};
