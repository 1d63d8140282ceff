// The SAT's public query: whether a CFDI is in force, cancelled, or waiting for its buyer. It needs no key.
import type { CancelRequest } from '../../einvoicing/filing.ts';
import { verificationTotal } from '../../einvoicing/mx-cfdi/verification.ts';
import { readXmlBytes, XmlFault, type XmlNode } from '../../einvoicing/xml/read.ts';
import { escapeText } from '../../einvoicing/xml/write.ts';
import { ask, type Silence } from '../ask.ts';
import { type SwOptions, chooseTimeout } from './options.ts';

export interface SatStatus {
  /** `S - …` found, `N - …` not. */
  readonly found: boolean;
  /** Vigente, Cancelado, No Encontrado. */
  readonly state: string;
  /** Cancelable sin aceptación, con aceptación, No cancelable. */
  readonly cancellable: string;
  /** En proceso, Solicitud rechazada, Plazo vencido, Cancelado con or sin aceptación; empty before any request. */
  readonly cancellation: string;
  /** ValidacionEFOS: 200 where the issuer is on no list of article 69-B; empty where the answer has none. */
  readonly efos: string;
}

/** A document as the SAT is asked about it. */
export type StatusQuestion = Pick<CancelRequest, 'taxId' | 'receiverTaxId' | 'total' | 'uuid'> & {
  /** The last eight characters of the issuer's seal, where they are known. */
  readonly sealEnd?: string;
};

const SAT = 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc';
const SAT_TEST = 'https://pruebacfdiconsultaqr.cloudapp.net/ConsultaCFDIService.svc';

/** The SAT knows SW's documents, and its test service those of SW's; any other server answers for itself. */
const chooseAddress = ({ statusUrl, url }: SwOptions): string => {
  if (statusUrl !== undefined) return statusUrl;
  const { hostname } = new URL(url);
  if (hostname.endsWith('.test.sw.com.mx')) return SAT_TEST;
  return hostname.endsWith('.sw.com.mx') ? SAT : `${url}/ConsultaCFDIService.svc`;
};

/** The printed expression, itself text in the XML, writes an ampersand in an RFC as an entity. */
const rfc = (text: string): string => text.replaceAll('&', '&amp;');

const renderQuestion = ({ taxId, receiverTaxId, total, uuid, sealEnd }: StatusQuestion): string => {
  const end = sealEnd === undefined ? '' : `&fe=${sealEnd}`;
  const expression = `?re=${rfc(taxId)}&rr=${rfc(receiverTaxId)}&tt=${verificationTotal(total)}&id=${uuid.toUpperCase()}${end}`;
  return `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tem="http://tempuri.org/"><soapenv:Header/><soapenv:Body><tem:Consulta><tem:expresionImpresa>${escapeText(expression)}</tem:expresionImpresa></tem:Consulta></soapenv:Body></soapenv:Envelope>`;
};

export const askStatus = async (
  options: SwOptions,
  request: StatusQuestion,
  signal: AbortSignal | undefined,
): Promise<SatStatus | Silence> => {
  const answer = await ask({
    method: 'POST',
    url: chooseAddress(options),
    headers: {
      'Content-Type': 'text/xml; charset=utf-8',
      SOAPAction: 'http://tempuri.org/IConsultaCFDIService/Consulta',
    },
    body: renderQuestion(request),
    timeoutMs: chooseTimeout(options),
    signal,
    fetch: options.fetch,
    maxBytes: 1_000_000,
  });
  if ('silence' in answer) return answer;
  if (answer.status !== 200) return { silence: `HTTP ${answer.status}` };
  try {
    return readStatus(readXmlBytes(answer.bytes)) ?? { silence: 'the answer is no status' };
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return { silence: 'the answer is not XML' };
  }
};

/** By local name, since the server chooses the prefixes. */
const find = (node: XmlNode, name: string): XmlNode | undefined => {
  if (node.name.replace(/^.*:/, '') === name) return node;
  for (const child of node.children) {
    const found = find(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
};

const readStatus = (root: XmlNode): SatStatus | null => {
  const text = (name: string): string => find(root, name)?.text.trim() ?? '';
  const code = text('CodigoEstatus');
  if (code === '') return null;
  return {
    found: code.startsWith('S'),
    state: text('Estado'),
    cancellable: text('EsCancelable'),
    cancellation: text('EstatusCancelacion'),
    efos: text('ValidacionEFOS'),
  };
};
