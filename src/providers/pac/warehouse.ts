// SW's data warehouse: what it keeps of a stamped document, by UUID, each file at an address of its own.
import { ask, isRecord, parseJson, readText, type Silence } from '../ask.ts';
import { chooseTimeout, type SwOptions } from './options.ts';
import type { Session } from './session.ts';

/** `urlXml`: the stamped document; `urlAckCancellation`: the authority's acknowledgement of its cancellation. */
type KeptFile = 'urlXml' | 'urlAckCancellation';

/** The text of the file, or why there is none. */
export const fetchKept = async (
  options: SwOptions,
  session: Session,
  uuid: string,
  file: KeptFile,
  signal: AbortSignal | undefined,
): Promise<string | Silence> => {
  const common = { method: 'GET' as const, timeoutMs: chooseTimeout(options), signal, fetch: options.fetch };
  const url = `${options.dataUrl}/datawarehouse/v1/live/${encodeURIComponent(uuid)}`;
  const record = await session.request((headers) => ask({ ...common, url, headers }), signal);
  if ('silence' in record) return record;
  const address = findAddress(parseJson(record), file);
  if (address === null) return { silence: `the data warehouse has no XML of it (HTTP ${record.status})` };
  if (!mayFetch(address, options.dataUrl)) return { silence: 'its address is not one to fetch from' };
  // The address carries its own permission, so the token is not sent.
  const xml = await ask({ ...common, url: address, headers: {} });
  if ('silence' in xml) return xml;
  return xml.status === 200 ? xml.bytes.toString('utf8') : { silence: `HTTP ${xml.status}` };
};

/** The acknowledgement of a cancellation whose answer was lost; null while the warehouse has none. */
export const fetchAcknowledgement = async (
  options: SwOptions,
  session: Session,
  uuid: string,
  signal: AbortSignal | undefined,
): Promise<string | null> => {
  const found = await fetchKept(options, session, uuid, 'urlAckCancellation', signal);
  return typeof found === 'string' && found.trim() !== '' ? found : null;
};

const findAddress = (body: unknown, file: KeptFile): string | null => {
  const data = isRecord(body) ? body['data'] : undefined;
  const records = isRecord(data) ? data['records'] : undefined;
  return Array.isArray(records) ? readText(records[0], file) : null;
};

/** HTTPS, or the same server that was asked. */
const mayFetch = (address: string, dataUrl: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || origin === new URL(dataUrl).origin;
};
