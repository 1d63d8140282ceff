// Stamping at SW Sapien: sends the stored bytes with the stored key, and checks the stamp before accepting it. Sending
// again is safe: the PAC recognises both the seal and the key.
import type { FilingFault, Outcome, Submission } from '../../einvoicing/filing.ts';
import {
  appendStamp,
  readStamp,
  type Stamp,
  stampFaults,
  stampMoment,
} from '../../einvoicing/mx-cfdi/stamp.ts';
import { XmlFault } from '../../einvoicing/xml/read.ts';
import { ask } from '../ask.ts';
import { toFault } from './faults.ts';
import { type SwOptions, chooseTimeout } from './options.ts';
import { type Reading, readReply } from './reply.ts';
import type { Session } from './session.ts';
import { fetchKept } from './warehouse.ts';

const PATH = '/v4/cfdi33/stamp/v4';

/** The form part, named as SW expects. */
export const xmlPart = (bytes: Buffer): FormData => {
  const form = new FormData();
  form.append('xml', new Blob([new Uint8Array(bytes)], { type: 'text/xml' }), 'xml');
  return form;
};

/** `again`: the document may have been stamped by an earlier request. */
export const stamp = async (
  options: SwOptions,
  session: Session,
  submission: Submission,
  again: boolean,
  signal: AbortSignal | undefined,
): Promise<Outcome> => {
  const { key, document } = submission;
  if (document.seal === null) throw new Error('only a sealed document can be stamped');
  const answer = await session.request(
    (headers) =>
      ask({
        method: 'POST',
        url: `${options.url}${PATH}`,
        headers: { ...headers, customid: key },
        body: xmlPart(document.bytes),
        timeoutMs: chooseTimeout(options),
        signal,
        fetch: options.fetch,
      }),
    signal,
  );
  if ('silence' in answer)
    return { kind: 'unknown', reason: answer.silence, turnedAway: answer.notSent === true };
  const reading = readReply(answer);
  if (again && reading.kind === 'refused' && CHANGES_WITH_TIME.has(reading.code))
    return unknown(
      `the PAC now refuses the document (${reading.message}), which it may do with one that it has stamped too`,
    );
  return conclude(options, session, submission, document.seal, reading, signal);
};

/**
 * Refusals that say nothing about an earlier request: since then the window may have closed or the certificate expired,
 * and a PAC need not look for an earlier stamp first.
 */
const CHANGES_WITH_TIME: ReadonlySet<string> = new Set(['304', '401', '403']);

const unknown = (reason: string): Outcome => ({ kind: 'unknown', reason });

const conclude = async (
  options: SwOptions,
  session: Session,
  submission: Submission,
  seal: string,
  reading: Reading,
  signal: AbortSignal | undefined,
): Promise<Outcome> => {
  if (reading.kind === 'stamp') return accept(options, submission, seal, reading.stamp, reading.repeated);
  if (reading.kind === 'refused') return { kind: 'rejected', faults: [refusedWith(reading)] };
  if (reading.kind === 'unclear')
    return { kind: 'unknown', reason: reading.reason, turnedAway: reading.turnedAway === true };
  if (reading.uuid === null) return unknown('the PAC says that the document is stamped, but not how');
  const found = await fetchStamp(options, session, reading.uuid, signal);
  return 'silence' in found
    ? unknown(`the stamp ${reading.uuid} could not be fetched: ${found.silence}`)
    : accept(options, submission, seal, found, true);
};

const refusedWith = ({ code, message, detail }: Extract<Reading, { kind: 'refused' }>): FilingFault =>
  toFault(code, message, detail);

/**
 * A stamp that does not fit is not a refusal: something was stamped. Nothing new may be sent until a person has checked
 * what.
 */
const accept = async (
  options: SwOptions,
  { document }: Submission,
  seal: string,
  got: Stamp,
  repeated: boolean,
): Promise<Outcome> => {
  const providerKey = (await options.providerKey?.(got.satCertificateNumber)) ?? null;
  const faults = stampFaults(got, { seal, providerKey });
  if (faults.length > 0)
    return unknown(`the PAC's stamp ${got.uuid} is not to be believed: ${faults.join(' ')}`);
  return {
    kind: 'accepted',
    id: got.uuid,
    at: stampMoment(got),
    document: appendStamp(document.bytes, got),
    evidence: {
      provider_rfc: got.providerRfc,
      sat_certificate_number: got.satCertificateNumber,
      stamped_at_local: got.stampedAt,
      sat_seal_checked: providerKey !== null,
      stamped_by_an_earlier_request: repeated,
    },
  };
};

/** The data warehouse has the document by UUID. */
const fetchStamp = async (
  options: SwOptions,
  session: Session,
  uuid: string,
  signal: AbortSignal | undefined,
): Promise<Stamp | { readonly silence: string }> => {
  const xml = await fetchKept(options, session, uuid, 'urlXml', signal);
  if (typeof xml !== 'string') return xml;
  try {
    return readStamp(xml) ?? { silence: 'the document has no stamp' };
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return { silence: 'what was fetched is not XML' };
  }
};
