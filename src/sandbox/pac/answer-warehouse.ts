// The data warehouse: stamped documents by UUID, each as a record with the address of its XML.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '../http.ts';
import { acknowledgement, RECEIVED } from './cancellation.ts';
import type { Sandbox } from './sandbox.ts';

export const answerRecord = async (
  { store }: Sandbox,
  uuid: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const stamped = await store.byUuid(uuid);
  const host = request.headers.host ?? '127.0.0.1';
  const records =
    stamped === undefined
      ? []
      : [
          {
            uuid: stamped.uuid,
            status: 'stamped',
            emisorRfc: stamped.issuer,
            receptorRfc: stamped.receiver,
            total: stamped.total,
            fechaTimbrado: stamped.stampedAt.toISOString(),
            urlXml: `http://${host}/sandbox/documents/${stamped.uuid}.xml`,
            urlAckCfdi: null,
            urlAckCancellation:
              stamped.cancellation === null
                ? null
                : `http://${host}/sandbox/acknowledgements/${stamped.uuid}.xml`,
          },
        ];
  const metaData = { page: 1, perPage: 1, pageCount: records.length, totalCount: records.length };
  return sendJson(response, 200, { status: 'success', data: { metaData, records } });
};

/** Without a token: whoever has the address of a document may read it, as at SW. */
export const answerDocument = async (
  { store }: Sandbox,
  uuid: string,
  response: ServerResponse,
): Promise<void> => {
  const stamped = await store.byUuid(uuid);
  if (stamped === undefined) return sendJson(response, 404, { status: 'error', message: 'Not found' });
  response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(stamped.document);
};

/** The SAT's acknowledgement of the document's last cancellation request. */
export const answerAcknowledgement = async (
  { store, now }: Sandbox,
  uuid: string,
  response: ServerResponse,
): Promise<void> => {
  const stamped = await store.byUuid(uuid);
  if (stamped === undefined || stamped.cancellation === null)
    return sendJson(response, 404, { status: 'error', message: 'Not found' });
  const acuse = acknowledgement(stamped.issuer, new Map([[stamped.uuid.toUpperCase(), RECEIVED]]), now());
  response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(acuse);
};
