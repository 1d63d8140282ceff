// The SAT's public query for the state of a CFDI (SOAP), for those that the sandbox has stamped.
import { childAt, readXmlBytes, XmlFault, type XmlNode } from '../../einvoicing/xml/read.ts';
import { escapeText } from '../../einvoicing/xml/write.ts';
import type { Stamped, StampStore } from './store.ts';

/** The printed expression: `?re=…&rr=…&tt=…&id=…`. */
const expressionIn = (bytes: Buffer): URLSearchParams | null => {
  let root: XmlNode;
  try {
    root = readXmlBytes(bytes);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return null;
  }
  const text = childAt(root, ['soapenv:Body', 'tem:Consulta', 'tem:expresionImpresa'])?.text.trim();
  // An RFC may have an ampersand, which is written as an entity here.
  return text === undefined ? null : new URLSearchParams(text.replaceAll('&amp;', '%26'));
};

const sameAmount = (left: string, right: string): boolean => Number(left) === Number(right);

interface Status {
  readonly CodigoEstatus: string;
  readonly EsCancelable: string;
  readonly Estado: string;
  readonly EstatusCancelacion: string;
  /** 200: the issuer is on no list of article 69-B. */
  readonly ValidacionEFOS: string;
}

const FOUND = 'S - Comprobante obtenido satisfactoriamente.';
const NOT_FOUND: Status = {
  CodigoEstatus: 'N - 602: Comprobante no encontrado.',
  EsCancelable: '',
  Estado: 'No Encontrado',
  EstatusCancelacion: '',
  ValidacionEFOS: '',
};

const PROGRESS = { requested: 'En proceso', refused: 'Solicitud rechazada' } as const;

const describeStatus = ({ needsAcceptance, cancellation }: Stamped, isListed: boolean): Status => {
  const cancelled = cancellation === 'cancelled';
  const how = needsAcceptance ? 'con aceptación' : 'sin aceptación';
  return {
    CodigoEstatus: FOUND,
    EsCancelable: cancelled ? 'No cancelable' : `Cancelable ${how}`,
    Estado: cancelled ? 'Cancelado' : 'Vigente',
    EstatusCancelacion: cancelled ? `Cancelado ${how}` : cancellation === null ? '' : PROGRESS[cancellation],
    ValidacionEFOS: isListed ? '100' : '200',
  };
};

/** The SOAP answer, or null for an invalid request. */
export const answerStatus = async (
  store: StampStore,
  bytes: Buffer,
  isListed = false,
): Promise<string | null> => {
  const asked = expressionIn(bytes);
  if (asked === null) return null;
  const found = await store.byUuid(asked.get('id') ?? '');
  const fits =
    found !== undefined &&
    found.issuer === asked.get('re') &&
    found.receiver === asked.get('rr') &&
    sameAmount(found.total, asked.get('tt') ?? '');
  const fields = Object.entries(fits ? describeStatus(found, isListed) : NOT_FOUND)
    .map(([name, value]) => `<a:${name}>${escapeText(value)}</a:${name}>`)
    .join('');
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult xmlns:a="http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio">${fields}</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>`;
};
