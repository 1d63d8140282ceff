// Reads a CFDI that anybody sent: what it says, whether it is what it says, and what a bookkeeper has to know of it.
import { readCfdiElement, type Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import { readXml, XmlFault, type XmlNode } from '../../einvoicing/xml/read.ts';
import { decodeXml } from '../decode.ts';
import { issue } from '../issue.ts';
import type { Reading, ReadingIssue, ReadingKind } from '../reading.ts';
import { adviceOn } from './advice.ts';
import { canonical } from './canonical.ts';
import { readDocument } from './document.ts';
import { figureIssues } from './figures.ts';
import { listComplements, readLocal } from './local.ts';
import { readProof } from './proof.ts';
import { paymentIssues, sumIssues } from './sums.ts';
import { checkTruth, type SatKeys } from './truth.ts';

const FORMAT = 'cfdi';
const ROOT = 'cfdi:Comprobante';
const OLD_ROOT = 'cfdi3:Comprobante';
const VERSION = '4.0';

const KINDS: Readonly<Record<string, ReadingKind>> = {
  I: 'bill',
  E: 'bill_credit_note',
  P: 'payment_proof',
  N: 'other',
  T: 'other',
};

/** As the catalogue c_TipoDeComprobante calls those that are no bill. */
const KEPT: Readonly<Record<string, string>> = { N: 'Nómina', T: 'Traslado' };

const NOTHING: Reading = {
  kind: 'unknown',
  format: FORMAT,
  profile: null,
  document: null,
  proof: null,
  response: null,
  seals: null,
  files: [],
  issues: [],
};

/** Complements that a reader makes something of. */
const READ: ReadonlySet<string> = new Set(['implocal:ImpuestosLocales', 'pago20:Pagos']);

const keptIssues = (cfdi: Cfdi, root: XmlNode): readonly ReadingIssue[] => {
  const names = listComplements(root).filter((name) => !READ.has(name));
  const kept = KEPT[cfdi.type];
  return [
    ...(kept === undefined ? [] : [issue('cfdi_type_kept', { type: cfdi.type, name: kept })]),
    ...(names.length === 0 ? [] : [issue('cfdi_complements_kept', { names: names.join(', ') })]),
  ];
};

/** More documents of one complement are not compared with the books, which asks for each of them. */
const MOST_PAID = 10_000;

const countPaid = ({ payments }: Cfdi): number =>
  (payments?.payments ?? []).reduce((count, { documents }) => count + documents.length, 0);

const readCurrent = (root: XmlNode, satKeys: SatKeys): Reading => {
  const written = readCfdiElement(root);
  const { seals, stamp, issues: truth } = checkTruth(written, root, satKeys);
  const cfdi: Cfdi = { ...written, stamp };
  const local = readLocal(root);
  const kind = Object.hasOwn(KINDS, cfdi.type) ? KINDS[cfdi.type] : undefined;
  const profile = `${cfdi.version} ${cfdi.type}`;
  const unread = [
    ...(cfdi.version === VERSION
      ? []
      : [issue('cfdi_figure_unreadable', { name: 'Version', value: cfdi.version })]),
    ...figureIssues(cfdi, local),
  ];
  const paid = countPaid(cfdi);
  if (paid > MOST_PAID) {
    const found = issue('cfdi_documents_many', { count: String(paid), most: String(MOST_PAID) });
    return { ...NOTHING, profile, seals, issues: [found, ...truth] };
  }
  if (kind === undefined || unread.length > 0) {
    const unknown = kind === undefined ? [issue('cfdi_type_unknown', { type: cfdi.type })] : [];
    return { ...NOTHING, profile, seals, issues: [...unknown, ...unread, ...truth] };
  }
  const isProof = kind === 'payment_proof';
  return {
    ...NOTHING,
    kind,
    profile,
    document: isProof ? null : readDocument(cfdi, root, local),
    proof: isProof ? readProof(cfdi) : null,
    seals,
    issues: [
      ...truth,
      ...(kind === 'other' ? [] : [...sumIssues(cfdi, local), ...paymentIssues(cfdi), ...adviceOn(cfdi)]),
      ...keptIssues(cfdi, root),
    ],
  };
};

/** Of a root element whose format is known to be a CFDI; null when it is none. */
export const readCfdiRoot = (parsed: XmlNode, satKeys: SatKeys = new Map()): Reading | null => {
  const root = canonical(parsed);
  if (root.name === ROOT) return readCurrent(root, satKeys);
  if (root.name !== OLD_ROOT) return null;
  const version = root.attributes.get('Version') ?? root.attributes.get('version') ?? '3';
  return { ...NOTHING, kind: 'other', profile: version, issues: [issue('cfdi_version_old', { version })] };
};

/** Never throws because of the file. `satKeys`: keys of the SAT's certificates that are known, for the seal of the stamp. */
export const readCfdi = (bytes: Uint8Array, satKeys: SatKeys = new Map()): Reading => {
  const decoded = decodeXml(bytes);
  if ('fault' in decoded)
    return {
      ...NOTHING,
      issues: [
        decoded.fault === 'doctype'
          ? issue('xml_doctype')
          : issue('xml_unreadable', { fault: `the bytes are not ${decoded.named}` }),
      ],
    };
  let root: XmlNode;
  try {
    root = readXml(decoded.text);
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault;
    return { ...NOTHING, issues: [issue('xml_unreadable', { fault: fault.message })] };
  }
  const reading = readCfdiRoot(root, satKeys) ?? { ...NOTHING, format: 'xml' };
  return decoded.encoding === 'utf-8'
    ? reading
    : { ...reading, issues: [...reading.issues, issue('xml_encoding', { encoding: decoded.encoding })] };
};
