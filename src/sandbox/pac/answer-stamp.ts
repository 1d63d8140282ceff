// `stamp/v4`: reads the request, looks for an earlier stamp, checks the document, and only then stamps it.
import type { IncomingMessage } from 'node:http';
import { readStamp, stampCadena, stampElement } from '../../einvoicing/mx-cfdi/stamp.ts';
import { findRefusal } from './checks.ts';
import { type Cfdi, readCfdi } from './document.ts';
import { chooseBehaviour } from './faults.ts';
import { findPart } from './multipart.ts';
import type { PacRefusal } from './refusal.ts';
import type { Reply, Sandbox } from './sandbox.ts';
import { type Duplicate, findDuplicate, makeStamp, stampOnce } from './stamping.ts';
import type { Stamped } from './store.ts';

const MAX_CUSTOM_ID = 100;

const refused = ({ message, detail }: PacRefusal, data: unknown = null): Reply => ({
  status: 400,
  body: { status: 'error', message, messageDetail: detail ?? '', data },
});

export const answerStamp = async (
  sandbox: Sandbox,
  request: IncomingMessage,
  body: Buffer,
  b64: boolean,
): Promise<Reply> => {
  const sent = findPart(body, request.headers['content-type'] ?? '', 'xml');
  if (sent === undefined) return refused({ code: '301', message: 'El XML viene vacío.' });
  const customId = readCustomId(request);
  if (typeof customId === 'object' && customId !== null) return refused(customId);
  const cfdi = readCfdi(b64 ? Buffer.from(sent.toString('latin1'), 'base64') : sent);
  if ('code' in cfdi) return refused(cfdi);
  const reply = await stampOrRefuse(sandbox, cfdi, customId);
  return b64 ? inBase64(reply) : reply;
};

const readCustomId = ({ headers }: IncomingMessage): string | null | PacRefusal => {
  const { customid } = headers;
  if (customid === undefined) return null;
  if (typeof customid === 'string' && customid !== '' && customid.length <= MAX_CUSTOM_ID) return customid;
  return { code: '', message: 'El CustomId no es válido o viene vacío.' };
};

const stampOrRefuse = async (sandbox: Sandbox, cfdi: Cfdi, customId: string | null): Promise<Reply> => {
  const { store, faults, check } = sandbox;
  const now = sandbox.now();
  const behaviour = chooseBehaviour(cfdi.receiverName);
  if (behaviour === 'fails')
    return { status: 500, body: { status: 'error', message: 'Internal Server Error' } };
  const earlier = await findDuplicate(store, cfdi, customId, now);
  if (earlier !== undefined) return duplicate(sandbox, earlier);
  const ordered = faults.take('reject');
  if (ordered !== undefined || behaviour === 'rejects') {
    const { code = 'CFDI40999', message = 'Rechazado, como se pidió al sandbox.' } = ordered ?? {};
    return refused({ code, message: `${code} - ${message}` });
  }
  const authority = await sandbox.authority();
  const wrong = await findRefusal(cfdi, { authority: authority.certificate, now, check });
  if (wrong !== null) return refused(wrong);
  const needsAcceptance = behaviour === 'needs_acceptance';
  const { pac } = authority;
  const done = await stampOnce(cfdi, { store, pac, now, customId, needsAcceptance });
  if ('by' in done) return duplicate(sandbox, done);
  const reply = faults.take('wrong_stamp') === undefined ? done : misplaced(done, authority.pac, now);
  return { ...success(reply), lost: behaviour === 'reply_lost' };
};

/** Under the document's own seal 307, under another document's key CFDI3307; both with the first stamp. */
const duplicate = ({ faults }: Sandbox, { by, stamped }: Duplicate): Reply => {
  const message =
    by === 'seal'
      ? '307. El comprobante contiene un timbre previo.'
      : 'CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.';
  if (faults.take('empty_tfd') !== undefined)
    return refused({ code: '307', message }, { tfd: '', cfdi: '', uuid: stamped.uuid });
  return refused(
    { code: '307', message },
    { tfd: stamped.stamp, cfdi: by === 'seal' ? stamped.document : '' },
  );
};

const success = ({ document, stamp }: Stamped): Reply => {
  const read = readStamp(stamp);
  const data =
    read === null
      ? null
      : {
          cadenaOriginalSAT: stampCadena(read),
          noCertificadoSAT: read.satCertificateNumber,
          uuid: read.uuid,
          selloSAT: read.satSeal,
          selloCFDI: read.cfdiSeal,
          fechaTimbrado: read.stampedAt,
          cfdi: document,
        };
  return { status: 200, body: { status: 'success', data } };
};

/** The reply to another document's request. */
const misplaced = (done: Stamped, pac: Parameters<typeof makeStamp>[1], now: Date): Stamped => {
  const other = makeStamp(Buffer.alloc(256, 1).toString('base64'), pac, now);
  return {
    ...done,
    stamp: stampElement(other),
    document: done.document.replace(done.stamp, stampElement(other)),
  };
};

const inBase64 = (reply: Reply): Reply => {
  const body = reply.body as { readonly data?: { readonly cfdi?: string } | null };
  const cfdi = body.data?.cfdi;
  if (cfdi === undefined) return reply;
  return { ...reply, body: { ...body, data: { ...body.data, cfdi: Buffer.from(cfdi).toString('base64') } } };
};
