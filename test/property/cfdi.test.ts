// Random Mexican invoices, built and sealed, then inspected by a reader and an arithmetic of their own.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cadenaOriginal } from '../../src/einvoicing/mx-cfdi/cadena.ts';
import { checkCfdi } from '../../src/sandbox/cfdi-check/check.ts';
import { mxCfdi } from '../../src/einvoicing/mx-cfdi/index.ts';
import { seal } from '../../src/einvoicing/mx-cfdi/seal.ts';
import { decimal } from '../../src/base/money/decimal.ts';
import { documentOf, factsOf, shown, type GoldenCase } from '../einvoicing/mx-cfdi/golden.ts';
import { testSigner, type TestSigner } from '../einvoicing/mx-cfdi/signer.ts';
import { randomInvoice } from './cfdi/generate.ts';
import { cadena } from './cfdi/inspect.ts';
import { expectedRetentions } from './cfdi/retentions.ts';
import { verifyCfdi } from './cfdi/verify.ts';
import { randomOf } from './random.ts';
import { dose, seedOf } from '../support/dose.ts';

const RUNS = dose(40);
const SEED = seedOf(import.meta.filename);
/** A process for each seal is slow; of every so many one is shown to openssl. */
const SAMPLE = 25;

/** Not needed to run the service, so it may be missing. */
const OPENSSL = 'openssl';
const hasOpenssl = spawnSync(OPENSSL, ['version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'folio-cfdi-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const signers = new Map<string, Promise<TestSigner>>();
const signerOf = (taxId: string): Promise<TestSigner> => {
  const signer = signers.get(taxId) ?? testSigner(taxId);
  signers.set(taxId, signer);
  return signer;
};

const verifyWithOpenssl = (signer: TestSigner, text: string, signature: string): void => {
  const file = (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const key = file('key.pem', signer.publicKey.export({ format: 'pem', type: 'spki' }));
  const sealFile = file('seal', Buffer.from(signature, 'base64'));
  const args = ['dgst', '-sha256', '-verify', key, '-signature', sealFile, file('cadena', text)];
  const { status, stdout } = spawnSync(OPENSSL, args);
  assert.equal(status, 0, String(stdout));
};

const checkInvoice = async (golden: GoldenCase, index: number): Promise<void> => {
  const document = documentOf(golden);
  assert.deepEqual(
    mxCfdi.validate(document).filter(({ severity }) => severity === 'error'),
    [],
  );
  const signer = await signerOf(document.seller.tax_id ?? '');
  const sealed = seal(mxCfdi.build(document, factsOf(golden)), signer);
  const xml = sealed.bytes.toString('utf8');

  const cfdi = verifyCfdi(xml);
  const { SubTotal = '', Descuento = '0', Total = '', Sello = '' } = cfdi.root;
  const tax = cfdi.summary?.attributes['TotalImpuestosTrasladados'] ?? '0';
  const withheld = cfdi.summary?.attributes['TotalImpuestosRetenidos'] ?? '0';
  const net = decimal(SubTotal).minus(Descuento);
  assert.deepEqual(
    [net.toFixed(), ...[Descuento, tax, withheld, Total].map((value) => decimal(value).toFixed())],
    shown(document),
  );
  assert.equal(cfdi.lines.length, golden.lines.length);
  for (const [at, { taxes }] of cfdi.lines.entries()) {
    const retained = (taxes?.withheld ?? []).map((tax) => `${tax['Impuesto']} ${tax['TasaOCuota']}`);
    const expected = expectedRetentions(cfdi, at, golden.lines[at]?.country_details?.['withholdings']);
    assert.deepEqual(retained, expected, `what is retained of line ${at}`);
  }

  const text = cadena(cfdi);
  assert.equal(cadenaOriginal(xml), text);
  assert.equal(Sello, sealed.seal);
  assert.ok(verify('RSA-SHA256', Buffer.from(text), signer.publicKey, Buffer.from(Sello, 'base64')));
  if (hasOpenssl && index % SAMPLE === 0) verifyWithOpenssl(signer, text, Sello);

  assert.deepEqual(checkCfdi(sealed.bytes), []);
};

test(`${RUNS} random invoices: the SAT’s arithmetic holds and the seal fits`, async (t) => {
  if (!hasOpenssl) t.diagnostic('there is no openssl here');
  for (let index = 0; index < RUNS; index += 1) {
    const golden = randomInvoice(randomOf(SEED + index), index + 1);
    await checkInvoice(golden, index).catch((fault: unknown) => {
      throw new Error(`invoice ${index} of SEED=${SEED}; SEED=${SEED + index} begins with it`, {
        cause: fault,
      });
    });
  }
});

test('the inspector sees what is wrong', async () => {
  const golden = randomInvoice(randomOf(3), 1);
  const document = documentOf({
    ...golden,
    currency: 'MXN',
    lines: [{ unit_price: 33.333333, quantity: 7.5 }],
  });
  const signer = await signerOf(document.seller.tax_id ?? '');
  const xml = seal(mxCfdi.build(document, factsOf(golden)), signer).bytes.toString('utf8');
  verifyCfdi(xml);
  const changes: readonly (readonly [RegExp, string])[] = [
    [/ Total="\d+/, ' Total="1'],
    [/ SubTotal="\d+/, ' SubTotal="1'],
    [/TotalImpuestosTrasladados="\d+/, 'TotalImpuestosTrasladados="1'],
    [/(ValorUnitario="[^"]*" Importe=")\d+/, '$11'],
    [/(TasaOCuota="0.160000" Importe=")\d+/, '$11'],
    [/TasaOCuota="0.160000"/, 'TasaOCuota="0.150000"'],
    [/Base="\d+/, 'Base="1'],
    [/ObjetoImp="02"/, 'ObjetoImp="01"'],
    [/UsoCFDI="\w+"/, 'UsoCFDI="X01"'],
    [/Descripcion="/, 'Descripcion=" '],
    [/Fecha="/, 'Fecha="x'],
  ];
  for (const [from, to] of changes) {
    const tampered = xml.replace(from, to);
    assert.notEqual(tampered, xml);
    assert.throws(() => verifyCfdi(tampered), String(from));
  }
  assert.notEqual(cadena(verifyCfdi(xml.replace(/Folio="1"/, 'Folio="2"'))), cadena(verifyCfdi(xml)));
});
