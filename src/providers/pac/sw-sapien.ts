// SW Sapien, the reference PAC: it stamps documents sealed here, so that no key leaves the service.
import type { CancelOutcome, CancelRequest, Signer, Transport } from '../../einvoicing/filing.ts';
import { ask, type Silence } from '../ask.ts';
import { cancel } from './cancel.ts';
import { type SwOptions, chooseTimeout } from './options.ts';
import { askStatus, type SatStatus, type StatusQuestion } from './sat-status.ts';
import { createSession, type Session } from './session.ts';
import { stamp } from './stamp.ts';
import { fetchAcknowledgement } from './warehouse.ts';

/** A transport that can also cancel. */
export interface Pac extends Transport {
  cancel(request: CancelRequest, signer: Signer, signal?: AbortSignal): Promise<CancelOutcome>;
  /** What the SAT says of any CFDI; it needs no key. */
  status(question: StatusQuestion, signal?: AbortSignal): Promise<SatStatus | Silence>;
}

export const swSapien = (options: SwOptions): Pac => {
  const session = createSession(options);
  return {
    name: options.name,
    sandbox: options.sandbox,
    send: (submission, signal) => stamp(options, session, submission, false, signal),
    // The same bytes and key: the PAC answers a repetition with the first stamp.
    recover: (submission, signal) => stamp(options, session, submission, true, signal),
    status: (question, signal) => askStatus(options, question, signal),
    cancel: (request, signer, signal) => cancel(options, session, request, signer, signal),
    acknowledgement: (uuid, signal) => fetchAcknowledgement(options, session, uuid, signal),
    check: (signal) => check(options, session, signal),
  };
};

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Asks the data warehouse for an impossible UUID: any answer but a refused token is fine. */
const check = async (
  options: SwOptions,
  session: Session,
  signal: AbortSignal | undefined,
): Promise<string | null> => {
  const answer = await session.request(
    (headers) =>
      ask({
        method: 'GET',
        url: `${options.dataUrl}/datawarehouse/v1/live/${NOBODY}`,
        headers,
        timeoutMs: chooseTimeout(options),
        signal,
        fetch: options.fetch,
      }),
    signal,
  );
  if ('silence' in answer) return `The PAC at ${options.dataUrl} cannot be used: ${answer.silence}.`;
  if (answer.status === 401 || answer.status === 403)
    return `The PAC at ${options.url} does not accept the token.`;
  return answer.status >= 500 ? `The PAC at ${options.dataUrl} answers HTTP ${answer.status}.` : null;
};
