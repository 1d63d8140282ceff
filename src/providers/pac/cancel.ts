// Cancels a CFDI: a signed request through the PAC, then the SAT's query for the outcome. Code 201 only says that the
// request arrived; many invoices are cancelled only when the buyer agrees or three days have passed.
import type { CancelEvidence, CancelOutcome, CancelRequest, Signer } from '../../einvoicing/filing.ts';
import { type Answer, ask, isRecord, parseJson, readText } from '../ask.ts';
import { cancellationXml } from './cancellation-xml.ts';
import { findCancelFault } from './faults.ts';
import { type SwOptions, chooseTimeout } from './options.ts';
import { askStatus, type SatStatus } from './sat-status.ts';
import type { Session } from './session.ts';
import { xmlPart } from './stamp.ts';
import { fetchAcknowledgement } from './warehouse.ts';

/** Received now, or earlier: the status query tells the outcome. */
const RECEIVED: ReadonlySet<string> = new Set(['201', '202']);

export const cancel = async (
  options: SwOptions,
  session: Session,
  request: CancelRequest,
  signer: Signer,
  signal: AbortSignal | undefined,
): Promise<CancelOutcome> => {
  // No new request when it is cancelled, pending or refused, unless a person asks again after the buyer's refusal.
  const before = await askStatus(options, request, signal);
  const known = 'silence' in before ? null : readOutcome(before, options.now());
  if (known !== null && !(known.kind === 'rejected' && request.awaiting === false)) {
    if (request.acknowledged === true || known.kind === 'unknown') return known;
    // The answer to the request was lost: the PAC keeps what the SAT acknowledged.
    const acknowledgement = await fetchAcknowledgement(options, session, request.uuid, signal);
    return acknowledgement === null ? known : { ...known, evidence: { ...known.evidence, acknowledgement } };
  }
  const answer = await session.request(
    (headers) =>
      ask({
        method: 'POST',
        url: `${options.url}/cfdi33/cancel/xml`,
        headers,
        body: xmlPart(cancellationXml(request, signer)),
        timeoutMs: chooseTimeout(options),
        signal,
        fetch: options.fetch,
      }),
    signal,
  );
  if ('silence' in answer) return { kind: 'unknown', reason: answer.silence };
  const reply = readCancelReply(answer, request.uuid);
  if ('kind' in reply) return reply;
  const evidence: CancelEvidence = { code: reply.code, acknowledgement: reply.acknowledgement };
  const after = await askStatus(options, request, signal);
  const outcome = 'silence' in after ? null : readOutcome(after, options.now());
  // The SAT's query may lag and still show the outcome of an earlier request.
  return outcome?.kind === 'cancelled'
    ? { ...outcome, evidence: { ...outcome.evidence, ...evidence } }
    : { kind: 'pending', evidence };
};

/** Null: it is in force, and no cancellation has been requested. */
const readOutcome = (
  { found, state, cancellable, cancellation }: SatStatus,
  now: Date,
): CancelOutcome | null => {
  if (!found) return null;
  const evidence = { state, cancellable, cancellation };
  if (state === 'Cancelado') return { kind: 'cancelled', at: now, evidence };
  if (/en proceso/i.test(cancellation)) return { kind: 'pending', evidence };
  if (!/rechazada/i.test(cancellation)) return null;
  const fault = {
    code: 'buyer_refused',
    message: 'The buyer refused the cancellation.',
    path: null,
    fix: 'Agree with the buyer and ask again, or credit the invoice instead.',
    source: 'authority' as const,
  };
  return { kind: 'rejected', faults: [fault], evidence };
};

interface Received {
  readonly code: string;
  readonly acknowledgement: string | null;
}

/** `CACFDI33 - …`, `302 - …`: the request itself was refused. */
const CODE = /^\s*([A-Z]*\d{2,5})\b/;

const readCancelReply = (answer: Answer, uuid: string): Received | CancelOutcome => {
  const body = parseJson(answer);
  if (!isRecord(body))
    return { kind: 'unknown', reason: `the PAC answered HTTP ${answer.status} without JSON` };
  const { data } = body;
  const code = findCode(data, uuid);
  if (body['status'] === 'success' && code !== null) {
    const acknowledgement = readText(data, 'acuse');
    if (RECEIVED.has(code)) return { code, acknowledgement };
    const fault = findCancelFault(code);
    if (fault !== null) return { kind: 'rejected', faults: [fault], evidence: { code, acknowledgement } };
  }
  const message = (readText(body, 'message') ?? '').slice(0, 500);
  const refused = answer.status === 400 ? CODE.exec(message)?.[1] : undefined;
  if (body['status'] === 'success' || refused === undefined)
    return {
      kind: 'unknown',
      reason: `the PAC answered HTTP ${answer.status}: ${message || `code ${code ?? 'none'}`}`,
    };
  const fix = 'Look at the CSD with "certificate list"; then void the invoice again.';
  return { kind: 'rejected', faults: [{ code: refused, message, path: null, fix, source: 'provider' }] };
};

/** `data.uuid` maps each UUID to its code; its letters may be of either case. */
const findCode = (data: unknown, uuid: string): string | null => {
  const codes = isRecord(data) ? data['uuid'] : undefined;
  if (!isRecord(codes)) return null;
  const found = Object.entries(codes).find(([id]) => id.toLowerCase() === uuid.toLowerCase());
  return found === undefined ? null : String(found[1]);
};
