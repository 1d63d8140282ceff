// A sandbox PAC on a database of the test's own, and sealed documents to send to it.
import { createServer } from 'node:http';
import { sign } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuiltDocument, Signer, Submission } from '../../../src/einvoicing/filing.ts';
import { toDocument } from '../../../src/einvoicing/mx-cfdi/build.ts';
import { seal } from '../../../src/einvoicing/mx-cfdi/seal.ts';
import type { Csd } from '../../../src/einvoicing/mx-cfdi/csd/read-csd.ts';
import { createLog } from '../../../src/base/log.ts';
import { providePac, type ProvidedPac } from '../../../src/start/pac.ts';
import { openAuthority, type SandboxAuthority } from '../../../src/sandbox/authority/authority.ts';
import type { SandboxPac } from '../../../src/sandbox/pac/server.ts';
import { createSecrets, type Secrets } from '../../../src/base/secrets/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

export const NOW = new Date('2026-03-10T18:00:00Z');
export const RFC = 'PRO840423SG8';

export const secretsInFolder = (): Secrets =>
  createSecrets({ master_key: null, data_dir: mkdtempSync(join(tmpdir(), 'folio-secrets-')) });

export interface Bench {
  readonly db: TestDatabase;
  readonly secrets: Secrets;
  readonly authority: SandboxAuthority;
  readonly provided: ProvidedPac;
  readonly sandbox: SandboxPac;
  /** Of the company whose invoices are stamped. */
  readonly csd: Csd;
  /** The clock of PAC and adapter. */
  readonly clock: { now: Date };
  /** Another instance of the service on the same database. */
  another(): Promise<ProvidedPac>;
  close(): Promise<void>;
}

const sandboxOf = ({ sandbox }: ProvidedPac): SandboxPac => {
  if (sandbox === null) throw new Error('there is no sandbox');
  return sandbox;
};

export const openBench = async (): Promise<Bench> => {
  const db = await createTestDatabase();
  const secrets = secretsInFolder();
  const clock = { now: NOW };
  const provide = (): Promise<ProvidedPac> =>
    providePac({
      config: { pac: null },
      database: db.database,
      secrets,
      log: createLog('silent'),
      now: () => clock.now,
    });
  const authority = await openAuthority(db.database, secrets, NOW);
  const provided = await provide();
  const others: ProvidedPac[] = [];
  return {
    db,
    secrets,
    authority,
    provided,
    sandbox: sandboxOf(provided),
    csd: await authority.issueCsd({ rfc: RFC, holder: 'PAPELERIA ROBLES', now: NOW }),
    clock,
    another: async () => {
      const other = await provide();
      others.push(other);
      return other;
    },
    close: async () => {
      for (const one of [provided, ...others]) await one.close();
      await db.close();
    },
  };
};

export const signerOf = (csd: Csd): Signer => {
  const signed = (algorithm: string, text: string): string =>
    sign(algorithm, Buffer.from(text, 'utf8'), csd.key).toString('base64');
  return {
    certificateNumber: csd.serial,
    certificate: csd.certificate.toString('base64'),
    taxId: csd.rfc,
    validFrom: csd.validFrom,
    validTo: csd.validTo,
    sandbox: true,
    sign: (text) => signed('RSA-SHA256', text),
    signSha1: (text) => signed('RSA-SHA1', text),
  };
};

interface CfdiFacts {
  readonly rfc?: string;
  readonly receiver?: string;
  readonly receiverName?: string;
  /** Of the place of issue. */
  readonly fecha?: string;
  readonly postalCode?: string;
  readonly total?: string;
}

let folio = 0;

/** A CFDI that keeps all rules, unless `facts` say otherwise; each with a number of its own. */
const cfdiXml = (facts: CfdiFacts): string => {
  folio += 1;
  const { rfc = RFC, receiver = 'URE180429TM6', receiverName = 'UNIVERSIDAD ROBOTICA' } = facts;
  const { fecha = '2026-03-10T12:00:00', postalCode = '06600', total = '116.00' } = facts;
  const tax = 'Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    ' xsi:schemaLocation="http://www.sat.gob.mx/cfd/4 http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd"',
    ` Version="4.0" Serie="A" Folio="${folio}" Fecha="${fecha}" FormaPago="03" SubTotal="100.00" Moneda="MXN"`,
    ` Total="${total}" TipoDeComprobante="I" Exportacion="01" MetodoPago="PUE" LugarExpedicion="${postalCode}">`,
    `<cfdi:Emisor Rfc="${rfc}" Nombre="PAPELERIA ROBLES" RegimenFiscal="601"/>`,
    `<cfdi:Receptor Rfc="${receiver}" Nombre="${receiverName}" DomicilioFiscalReceptor="86991"`,
    ' RegimenFiscalReceptor="601" UsoCFDI="G03"/>',
    '<cfdi:Conceptos><cfdi:Concepto ClaveProdServ="80101501" Cantidad="1" ClaveUnidad="E48" Descripcion="Asesoría"',
    ' ValorUnitario="100.00" Importe="100.00" ObjetoImp="02"><cfdi:Impuestos><cfdi:Traslados>',
    `<cfdi:Traslado Base="100.00" ${tax}/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto></cfdi:Conceptos>`,
    '<cfdi:Impuestos TotalImpuestosTrasladados="16.00"><cfdi:Traslados>',
    `<cfdi:Traslado Base="100.00" ${tax}/></cfdi:Traslados></cfdi:Impuestos></cfdi:Comprobante>`,
  ].join('');
};

export const sealed = (csd: Csd, facts: CfdiFacts = {}): BuiltDocument =>
  seal(toDocument(cfdiXml(facts), null), signerOf(csd));

/** Changed after it was sealed. */
export const tampered = (document: BuiltDocument, from: string, to: string): BuiltDocument =>
  toDocument(document.bytes.toString('utf8').replace(from, to), document.seal);

let keys = 0;

export const submissionOf = (document: BuiltDocument, key?: string): Submission => {
  keys += 1;
  return {
    key: key ?? `invc_test.${keys}`,
    document,
    route: { sender: RFC, receiver: 'URE180429TM6', senderCountry: 'MX', accessPointId: null },
  };
};

/** A port on which nothing listens. */
export const deadUrl = async (): Promise<string> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
};
