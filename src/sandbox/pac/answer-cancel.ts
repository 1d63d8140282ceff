// `cancel/xml`: a signed request in, a code for each UUID out.
import type { IncomingMessage } from 'node:http';
import { acknowledgement, cancelFolio, readCancellation } from './cancellation.ts';
import { findPart } from './multipart.ts';
import type { PacRefusal } from './refusal.ts';
import type { Reply, Sandbox } from './sandbox.ts';

const refused = ({ message, detail }: PacRefusal): Reply => ({
  status: 400,
  body: { status: 'error', message, messageDetail: detail ?? '', data: null },
});

export const answerCancel = async (
  { store, faults, now }: Sandbox,
  request: IncomingMessage,
  body: Buffer,
): Promise<Reply> => {
  const sent = findPart(body, request.headers['content-type'] ?? '', 'xml');
  const wanted =
    sent === undefined
      ? { code: '', message: 'CASD - Acuse sin descripción específica.' }
      : readCancellation(sent);
  if ('code' in wanted) return refused(wanted);
  const ordered = faults.take('reject');
  const codes = new Map<string, string>();
  for (const folio of wanted.folios)
    codes.set(folio.uuid, ordered?.code ?? (await cancelFolio(store, wanted.issuer, folio, now())));
  const acuse = acknowledgement(wanted.issuer, codes, now());
  return { status: 200, body: { status: 'success', data: { acuse, uuid: Object.fromEntries(codes) } } };
};
