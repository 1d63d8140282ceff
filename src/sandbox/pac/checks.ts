// What the sandbox PAC checks before it stamps, in the order of a real PAC: schema, certificate, seal, date, rules.
import { verify, type X509Certificate } from 'node:crypto';
import { SERVICE } from '../../../generated/service.ts';
import { type CertificateFacts, readCertificate } from '../../einvoicing/mx-cfdi/csd/certificate.ts';
import { isLocalTime, readLocalTime } from '../../einvoicing/mx-cfdi/local-time.ts';
import { AHEAD_MS, zonesAt } from '../../einvoicing/mx-cfdi/place.ts';
import type { Issue } from '../../einvoicing/regime.ts';
import type { Cfdi } from './document.ts';
import { type PacRefusal, refusal } from './refusal.ts';

export interface Surroundings {
  readonly authority: X509Certificate;
  readonly now: Date;
  /** The rules of the SAT. */
  readonly check: (bytes: Buffer) => Promise<readonly Issue[]>;
}

/** Why the document cannot be stamped, or null. */
export const findRefusal = async (
  cfdi: Cfdi,
  { authority, now, check }: Surroundings,
): Promise<PacRefusal | null> => {
  const broken = (await check(cfdi.bytes)).filter(({ severity }) => severity === 'error');
  const schema = broken.find(({ rule }) => rule === SCHEMA);
  if (schema !== undefined) return refusedBy(schema);
  const facts = readCertificate(Buffer.from(cfdi.certificado, 'base64'));
  if (facts === null) return refusal('308', 'The attribute Certificado is not a certificate in base64.');
  const [rule] = broken;
  return (
    checkCertificate(cfdi, facts, authority) ??
    checkSeal(cfdi, facts) ??
    checkDate(cfdi, facts, now) ??
    (rule === undefined ? null : refusedBy(rule))
  );
};

const SCHEMA = '301';

const refusedBy = ({ rule, message, path }: Issue): PacRefusal => ({
  code: rule,
  message: `${rule} - ${message}`,
  ...(path === null ? {} : { detail: path }),
});

/**
 * A real PAC knows the SAT's authorities and its list of active certificates. The sandbox accepts its own certificates
 * and any other with the form of a CSD, so that a company can try its own before it files for real.
 */
const checkCertificate = (
  cfdi: Cfdi,
  { x509, serial, rfc, kind }: CertificateFacts,
  authority: X509Certificate,
): PacRefusal | null => {
  if (kind === 'fiel') return refusal('306');
  if (serial === null || rfc === null || kind === 'other') return refusal('308');
  const claimsOurs = x509.issuer === authority.issuer;
  if (claimsOurs && !x509.verify(authority.publicKey)) return refusal('308', 'The sandbox did not issue it.');
  if (serial !== cfdi.noCertificado) return refusal('302', `The certificate has the number ${serial}.`);
  if (rfc !== cfdi.issuer) return refusal('303', `The certificate belongs to ${rfc}.`);
  return null;
};

const checkSeal = ({ cadena, sello }: Cfdi, { x509 }: CertificateFacts): PacRefusal | null => {
  const holds =
    x509.publicKey.asymmetricKeyType === 'rsa' &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(sello) &&
    verify('RSA-SHA256', Buffer.from(cadena, 'utf8'), x509.publicKey, Buffer.from(sello, 'base64'));
  return holds ? null : refusal('302');
};

const OLDEST_MS = SERVICE.windows.stamp_hours * 3_600_000;

/** Fecha is the local time at LugarExpedicion (RMF 2.7.2.9). */
const checkDate = (
  { fecha, lugarExpedicion }: Cfdi,
  { validFrom, validTo }: CertificateFacts,
  now: Date,
): PacRefusal | null => {
  if (!isLocalTime(fecha)) return refusal('301', `Fecha ${fecha} is not a date and time.`);
  // A town may keep another time than its state, so the more lenient zone counts.
  const moments = zonesAt(lugarExpedicion).map((zone) => readLocalTime(zone, fecha).getTime());
  const [earliest, latest] = [Math.min(...moments), Math.max(...moments)];
  if (latest < validFrom.getTime() || earliest > validTo.getTime()) return refusal('305');
  if (now.getTime() - latest > OLDEST_MS)
    return refusal('401', `Fecha ${fecha} is more than ${SERVICE.windows.stamp_hours} hours ago.`);
  return earliest - now.getTime() > AHEAD_MS
    ? refusal('401', `Fecha ${fecha} is more than ${AHEAD_MS / 60_000} minutes ahead.`)
    : null;
};
