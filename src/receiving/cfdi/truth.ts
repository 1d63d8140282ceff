// Whether a CFDI is what it says: sealed by its issuer, with a certificate of that issuer in force, and stamped once by the
// SAT. All of it is checked from the file alone; what cannot be is told as unchecked.
import { verify, type KeyObject } from 'node:crypto';
import { buildCadena, SIGNED_COMPLEMENTS } from '../../einvoicing/mx-cfdi/cadena.ts';
import { readCertificate, type CertificateFacts } from '../../einvoicing/mx-cfdi/csd/certificate.ts';
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import { normaliseRfc } from '../../einvoicing/mx-cfdi/rfc.ts';
import { stampCadena, stampFaults, stampIn, type Stamp } from '../../einvoicing/mx-cfdi/stamp.ts';
import { childrenAt, type XmlNode } from '../../einvoicing/xml/read.ts';
import { issue } from '../issue.ts';
import { SAT } from './canonical.ts';
import type { ReadingIssue, ReadSeals } from '../reading.ts';

/** Keys of the SAT's certificates by their 20 digits, as far as they are known. */
export type SatKeys = ReadonlyMap<string, KeyObject>;

type Verdict = 'valid' | 'invalid' | 'unchecked';

/** A key that is no RSA key, or a seal that is no base64, verifies nothing. */
const isSealed = (text: string, key: KeyObject, sealed: string): boolean => {
  try {
    return verify('RSA-SHA256', Buffer.from(text, 'utf8'), key, Buffer.from(sealed, 'base64'));
  } catch {
    return false;
  }
};

const MAX_CERTIFICATE = 20_000;

const certificateIn = ({ certificate }: Cfdi): CertificateFacts | null => {
  const text = certificate.replace(/\s+/g, '');
  return text === '' || text.length > MAX_CERTIFICATE ? null : readCertificate(Buffer.from(text, 'base64'));
};

/** Complements of the SAT that the seal signs in an order that is not known here; of any other it signs nothing. */
const unknownIn = (root: XmlNode): readonly string[] => [
  ...new Set(
    [
      ...childrenAt(root, ['cfdi:Complemento']),
      ...childrenAt(root, ['cfdi:Conceptos', 'cfdi:Concepto', 'cfdi:ComplementoConcepto']),
    ]
      .flatMap(({ children }) => children.map(({ name }) => name))
      .filter((name) => name !== 'tfd:TimbreFiscalDigital' && !SIGNED_COMPLEMENTS.has(name))
      .filter((name) => !name.startsWith('{') || name.startsWith(`{${SAT}`)),
  ),
];

/** An unknown complement that is none of the SAT's adds nothing to what is signed. */
const checkSeal = (
  cfdi: Cfdi,
  root: XmlNode,
  facts: CertificateFacts,
): readonly [Verdict, ReadingIssue[]] => {
  if (isSealed(buildCadena(root), facts.x509.publicKey, cfdi.seal))
    return ['valid', [issue('cfdi_issuer_unproven')]];
  const unknown = unknownIn(root);
  return unknown.length > 0
    ? ['unchecked', [issue('cfdi_seal_unchecked', { names: unknown.join(', ') })]]
    : ['invalid', [issue('cfdi_seal_invalid')]];
};

/** Fecha is local time somewhere in Mexico, five to eight hours behind UTC. */
const HOURS_BEHIND = [5, 8] as const;
const HOUR_MS = 3_600_000;

const isInForce = ({ validFrom, validTo }: CertificateFacts, issuedAt: string): boolean => {
  const local = Date.parse(`${issuedAt.trim()}Z`);
  const [earliest, latest] = HOURS_BEHIND.map((hours) => local + hours * HOUR_MS);
  return Number(latest) >= validFrom.getTime() && Number(earliest) <= validTo.getTime();
};

const toDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const certificateIssues = (cfdi: Cfdi, facts: CertificateFacts): readonly ReadingIssue[] => {
  const issues: ReadingIssue[] = [];
  if (facts.serial !== cfdi.certificateNumber.trim())
    issues.push(
      issue('cfdi_certificate_number', { stated: cfdi.certificateNumber, found: facts.serial ?? '-' }),
    );
  if (facts.rfc === null || normaliseRfc(facts.rfc) !== normaliseRfc(cfdi.issuer.rfc))
    issues.push(
      issue('cfdi_certificate_of_another', { stated: cfdi.issuer.rfc, found: facts.rfc ?? facts.holder }),
    );
  if (!isInForce(facts, cfdi.issuedAt))
    issues.push(
      issue('cfdi_certificate_not_in_force', {
        from: toDay(facts.validFrom),
        to: toDay(facts.validTo),
        issued: cfdi.issuedAt.slice(0, 10),
      }),
    );
  return issues;
};

const checkSatSeal = (stamp: Stamp, satKeys: SatKeys): readonly [Verdict, ReadingIssue[]] => {
  const key = satKeys.get(stamp.satCertificateNumber);
  if (key === undefined)
    return ['unchecked', [issue('cfdi_sat_seal_unchecked', { serial: stamp.satCertificateNumber })]];
  return isSealed(stampCadena(stamp), key, stamp.satSeal)
    ? ['valid', []]
    : ['invalid', [issue('cfdi_sat_seal_invalid')]];
};

/** The stamps in the complement: one in an Addenda, which nobody signs, is none. */
const stampsIn = (root: XmlNode): readonly Stamp[] =>
  childrenAt(root, ['cfdi:Complemento', 'tfd:TimbreFiscalDigital']).flatMap((node) => stampIn(node) ?? []);

const stampIssues = (stamp: Stamp, cfdi: Cfdi): readonly ReadingIssue[] => {
  if (stamp.cfdiSeal !== cfdi.seal.trim()) return [issue('cfdi_stamp_of_another')];
  const [fault] = stampFaults(stamp, { seal: stamp.cfdiSeal, providerKey: null });
  if (fault === undefined) return [];
  const [name, value] = STAMP_PARTS.find(([, , fits]) => !fits(stamp)) ?? [
    'TimbreFiscalDigital',
    () => fault,
  ];
  return [issue('cfdi_stamp_faulty', { name, value: value(stamp) })];
};

type StampPart = readonly [string, (stamp: Stamp) => string, (stamp: Stamp) => boolean];

/** Which part of a faulty stamp is told. */
const STAMP_PARTS: readonly StampPart[] = [
  ['Version', ({ version }) => version, ({ version }) => version === '1.1'],
  ['UUID', ({ uuid }) => uuid, ({ uuid }) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)],
  [
    'FechaTimbrado',
    ({ stampedAt }) => stampedAt,
    ({ stampedAt }) => /^20\d\d-\d\d-\d\dT[\d:]{8}$/.test(stampedAt),
  ],
  [
    'NoCertificadoSAT',
    ({ satCertificateNumber }) => satCertificateNumber,
    ({ satCertificateNumber }) => /^\d{20}$/.test(satCertificateNumber),
  ],
  ['SelloSAT', ({ satSeal }) => satSeal, ({ satSeal }) => satSeal !== ''],
  ['RfcProvCertif', ({ providerRfc }) => providerRfc, () => false],
];

export interface Truth {
  readonly seals: ReadSeals;
  /** Of the complement; null where there is none or more than one. */
  readonly stamp: Stamp | null;
  readonly issues: readonly ReadingIssue[];
}

const checkCertificate = (
  cfdi: Cfdi,
  root: XmlNode,
): readonly [Pick<ReadSeals, 'seal' | 'certificate'>, readonly ReadingIssue[]] => {
  const facts = certificateIn(cfdi);
  if (facts === null)
    return [{ seal: 'unchecked', certificate: null }, [issue('cfdi_certificate_unreadable')]];
  const [seal, found] = checkSeal(cfdi, root, facts);
  const certificate = {
    serial: facts.serial ?? '',
    rfc: facts.rfc,
    validFrom: facts.validFrom.toISOString(),
    validTo: facts.validTo.toISOString(),
  };
  return [{ seal, certificate }, [...certificateIssues(cfdi, facts), ...found]];
};

const SEAL_END = 8;

/** `cfdi` as it was read, with any stamp; a stamp counts only where exactly one stands in the complement. */
export const checkTruth = (cfdi: Cfdi, root: XmlNode, satKeys: SatKeys): Truth => {
  const stamps = stampsIn(root);
  const [stamp = null] = stamps.length === 1 ? stamps : [];
  const [sealed, issues] = checkCertificate(cfdi, root);
  if (stamp === null) {
    const found =
      stamps.length === 0
        ? issue('cfdi_not_stamped')
        : issue('cfdi_stamped_twice', { count: String(stamps.length) });
    return { seals: { ...sealed, stamp: null, question: null }, stamp, issues: [found, ...issues] };
  }
  const [satSeal, satIssues] = checkSatSeal(stamp, satKeys);
  const seals: ReadSeals = {
    ...sealed,
    stamp: {
      uuid: stamp.uuid,
      stampedAt: stamp.stampedAt,
      providerRfc: stamp.providerRfc === '' ? null : stamp.providerRfc,
      satCertificate: stamp.satCertificateNumber,
      seal: satSeal,
    },
    question: {
      uuid: stamp.uuid,
      issuerRfc: cfdi.issuer.rfc,
      receiverRfc: cfdi.receiver.rfc,
      total: cfdi.total,
      sealEnd: cfdi.seal.trim().slice(-SEAL_END),
    },
  };
  return { seals, stamp, issues: [...stampIssues(stamp, cfdi), ...issues, ...satIssues] };
};
