// Puts the issuer's certificate and seal into a CFDI that `build` wrote, at the places that the schema gives them.
import type { BuiltDocument, Signer } from '../filing.ts';
import { escapeAttribute } from '../xml/write.ts';
import { toDocument } from './build.ts';
import { cadenaOriginal } from './cadena.ts';

/** After the root's attribute of this name: our writer escapes every `>` in attributes. */
const insertBehind = (xml: string, attribute: string, addition: Readonly<Record<string, string>>): string => {
  const place = new RegExp(String.raw`^[^]*?<cfdi:Comprobante\s[^>]*?\s${attribute}="[^"]*"`, 'u').exec(xml);
  if (place === null) throw new Error(`the document to seal has no ${attribute}`);
  const end = place[0].length;
  const added = Object.entries(addition).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  return xml.slice(0, end) + added.join('') + xml.slice(end);
};

export const seal = (built: BuiltDocument, signer: Signer): BuiltDocument => {
  if (built.seal !== null) throw new Error('the document is sealed already');
  const xml = built.bytes.toString('utf8');
  // A CFDI of type P has no FormaPago.
  const place = / FormaPago="/.test(xml) ? 'FormaPago' : 'Fecha';
  const certified = insertBehind(xml, place, {
    NoCertificado: signer.certificateNumber,
    Certificado: signer.certificate,
  });
  const sello = signer.sign(cadenaOriginal(certified));
  return toDocument(insertBehind(certified, 'Fecha', { Sello: sello }), sello);
};
