// Banco de México and the ECB on loopback, with answers of the shape that they give. The values are made up.
import { readBody, sendJson, type LoopbackServer, startLoopback } from '../../../src/sandbox/http.ts';

export const BMX_TOKEN = 'a'.repeat(64);

export interface Banxico extends LoopbackServer {
  readonly asked: string[];
  /** By series and `YYYY-MM-DD`; what is not a number is answered as it stands. */
  values: Record<string, Record<string, string>>;
  /** When set, every request is answered with it. */
  fault: { readonly status: number; readonly body?: unknown; readonly raw?: string } | 'hang' | null;
}

const byDay = <T>([one]: [string, T], [other]: [string, T]): number => one.localeCompare(other);

const turned = (day: string): string => day.split('-').toReversed().join('/');

export const startBanxico = async (values: Banxico['values']): Promise<Banxico> => {
  const asked: string[] = [];
  const bank: { values: Banxico['values']; fault: Banxico['fault'] } = { values, fault: null };
  const server = await startLoopback(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const { fault } = bank;
    if (fault === 'hang') return;
    if (fault !== null) {
      if (fault.raw === undefined) return sendJson(response, fault.status, fault.body ?? {});
      response.writeHead(fault.status).end(fault.raw);
      return;
    }
    if (request.headers['bmx-token'] !== BMX_TOKEN)
      return sendJson(response, 400, {
        error: {
          url: 'https://…/token',
          mensaje: 'Token inválido',
          detalle: 'El token enviado no es válido.',
        },
      });
    const [, id = '', from = '', to = ''] =
      /^\/SieAPIRest\/service\/v1\/series\/(SF\d+)\/datos\/(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)$/u.exec(
        path,
      ) ?? [];
    const all = Object.entries(bank.values[id] ?? {}).filter(([day]) => day >= from && day <= to);
    const datos = all.toSorted(byDay).map(([day, dato]) => ({ fecha: turned(day), dato }));
    return sendJson(response, 200, {
      bmx: { series: [{ idSerie: id, titulo: 'Tipo de cambio', ...(datos.length === 0 ? {} : { datos }) }] },
    });
  });
  return Object.assign(bank, { ...server, asked });
};

export interface Ecb extends LoopbackServer {
  readonly asked: string[];
  /** By `YYYY-MM-DD` and currency: what one euro was worth. */
  days: Record<string, Record<string, string>>;
  fault: { readonly status: number; readonly raw: string } | 'hang' | null;
}

const cube = (day: string, rates: Readonly<Record<string, string>>): string =>
  `<Cube time="${day}">${Object.entries(rates)
    .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
    .join('')}</Cube>`;

const envelope = (cubes: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>${cubes}</Cube>
</gesmes:Envelope>`;

export const startEcb = async (days: Ecb['days']): Promise<Ecb> => {
  const asked: string[] = [];
  const bank: { days: Ecb['days']; fault: Ecb['fault'] } = { days, fault: null };
  const server = await startLoopback(async (request, response) => {
    await readBody(request, 1_000);
    asked.push(request.url ?? '');
    if (bank.fault === 'hang') return;
    if (bank.fault !== null) {
      response.writeHead(bank.fault.status).end(bank.fault.raw);
      return;
    }
    const all = Object.entries(bank.days).toSorted(byDay).toReversed();
    const files: Readonly<Record<string, typeof all>> = {
      '/stats/eurofxref/eurofxref-daily.xml': all.slice(0, 1),
      '/stats/eurofxref/eurofxref-hist-90d.xml': all,
    };
    const found = files[request.url ?? ''];
    if (found === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    response.end(envelope(found.map(([day, rates]) => cube(day, rates)).join('')));
  });
  return Object.assign(bank, { ...server, asked });
};
