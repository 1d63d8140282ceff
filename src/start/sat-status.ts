// Who is asked about received CFDI: the SAT, or the sandbox that stands in for it where no PAC is configured.
import type { AskSat } from '../domain/documents/sat-status/status.ts';
import type { Pac } from '../providers/pac/sw-sapien.ts';

/** An answer without a state is none. */
export const satOf =
  (pac: Pick<Pac, 'status'>): AskSat =>
  async ({ issuerRfc, receiverRfc, ...question }, signal) => {
    const answer = await pac.status({ ...question, taxId: issuerRfc, receiverTaxId: receiverRfc }, signal);
    return 'silence' in answer || answer.state === '' ? null : answer;
  };
