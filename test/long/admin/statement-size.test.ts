// A statement of many lines through `statement import`, new and once more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admin, mx, usingTwoCompanies } from '../../admin/two-companies.ts';

usingTwoCompanies();

test('imports 20,000 lines within seconds', async () => {
  const { id } = await admin.json(
    'bank-account',
    'create',
    '--entity',
    mx,
    '--name=Cuenta',
    '--currency=MXN',
  );
  const load = (file: string) => admin.json('statement', 'import', '--bank-account', id, file);
  const rows = Array.from({ length: 20_000 }, (_, index) => {
    const day = String((index % 28) + 1).padStart(2, '0');
    const month = String((index % 12) + 1).padStart(2, '0');
    return `${day}/${month}/2025,SPEI RECIBIDO HSBC DEL CLIENTE EMPRESA ${index} DE LA CLABE 021180040123456788 CONCEPTO: FACTURA ${index},${index},${(index % 977) + 1}.50`;
  });
  const file = admin.file('long.csv', ['Fecha,Concepto,Referencia,Importe', ...rows].join('\n'));
  const start = performance.now();
  assert.equal((await load(file)).imported, 20_000);
  const imported = performance.now();
  assert.equal((await load(file)).imported, 0);
  const seconds = [imported - start, performance.now() - imported].map((ms) => (ms / 1_000).toFixed(1));
  console.log(`20,000 lines: imported in ${seconds[0]} s, recognised in ${seconds[1]} s`);
  assert.ok(imported - start < 60_000);
});
