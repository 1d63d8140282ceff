// CFDI40102 and 40106: whether the seal is the issuer's, over exactly these values.
import { verify, X509Certificate } from 'node:crypto';
import type { XmlNode } from '../../einvoicing/xml/read.ts';
import { buildCadena } from '../../einvoicing/mx-cfdi/cadena.ts';
import { readLocalTime } from '../../einvoicing/mx-cfdi/local-time.ts';
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import type { Breach } from './rule.ts';

const certificateIn = ({ certificate }: Cfdi): X509Certificate | null => {
  try {
    return new X509Certificate(Buffer.from(certificate, 'base64'));
  } catch {
    return null;
  }
};

/** The SAT writes the 20 digits of a certificate number as the ASCII characters of the serial. */
export const readCertificateNumber = ({ serialNumber }: X509Certificate): string =>
  Buffer.from(serialNumber, 'hex').toString('latin1');

const isSealedBy = (certificate: X509Certificate, root: XmlNode, seal: string): boolean => {
  try {
    const cadena = Buffer.from(buildCadena(root), 'utf8');
    return verify('RSA-SHA256', cadena, certificate.publicKey, Buffer.from(seal, 'base64'));
  } catch {
    return false;
  }
};

export interface SealIssue extends Breach {
  readonly id: string;
}

const FIX = 'Ask an administrator to load a valid certificate of the company.';

/** The widest difference: clocks west of central Mexico show an earlier hour. */
const ZONE = 'America/Mexico_City';
const ZONE_SLACK_MS = 2 * 3_600_000;

/** Whether the certificate was valid when the document was issued; to the hour, since its zone is not written. */
const isInTime = (certificate: X509Certificate, issuedAt: string): boolean => {
  const moment = readLocalTime(ZONE, issuedAt).getTime();
  return (
    moment + ZONE_SLACK_MS >= Date.parse(certificate.validFrom) &&
    moment - ZONE_SLACK_MS <= Date.parse(certificate.validTo)
  );
};

export const sealBreaches = (cfdi: Cfdi, root: XmlNode): readonly SealIssue[] => {
  const certificate = certificateIn(cfdi);
  if (certificate === null) {
    return [{ id: 'CFDI40106', path: '@Certificado', message: 'Certificado is no certificate.', fix: FIX }];
  }
  if (readCertificateNumber(certificate) !== cfdi.certificateNumber) {
    const message = 'NoCertificado is not the number of the certificate in Certificado.';
    return [{ id: 'CFDI40106', path: '@NoCertificado', message, fix: FIX }];
  }
  if (!isInTime(certificate, cfdi.issuedAt)) {
    const message = 'The certificate was not valid when the document was issued.';
    return [{ id: 'CFDI40106', path: '@Certificado', message, fix: FIX }];
  }
  if (isSealedBy(certificate, root, cfdi.seal)) return [];
  const message = 'The seal does not belong to these values and this certificate.';
  return [{ id: 'CFDI40102', path: '@Sello', message, fix: FIX }];
};
