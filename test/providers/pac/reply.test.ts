// How replies are read: what is definite, what is not, and that nothing half understood counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReply } from '../../../src/providers/pac/reply.ts';

const reply = (status: number, body: unknown) =>
  readReply({
    status,
    bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    header: () => null,
  });
const error = (status: number, message: string, data: unknown = null, messageDetail = '') =>
  reply(status, { status: 'error', message, messageDetail, data });

const TFD =
  '<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="5643d565-3efb-4a29-98d1-dcf271503cb6"/>';
const UUID = '5643d565-3efb-4a29-98d1-dcf271503cb6';

test('a stamp is found wherever the version of the answer has it', () => {
  for (const data of [{ tfd: TFD }, { cfdi: `<a>${TFD}</a>`, uuid: UUID }, { tfd: TFD, cfdi: '' }]) {
    const reading = reply(200, { status: 'success', data });
    assert.ok(reading.kind === 'stamp' && reading.stamp.uuid === UUID && !reading.repeated);
  }
  const repeated = error(400, '307. El comprobante contiene un timbre previo.', { tfd: TFD });
  assert.ok(repeated.kind === 'stamp' && repeated.repeated);
  const message = 'CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.';
  assert.equal(error(400, message, { tfd: TFD, cfdi: '' }).kind, 'stamp');
});

test('a stamp that is not there is fetched when its UUID is known', () => {
  assert.deepEqual(error(400, '307. El comprobante contiene un timbre previo.', { tfd: '', uuid: UUID }), {
    kind: 'stamped',
    uuid: UUID,
  });
  assert.deepEqual(error(400, '307. x', null, `UUID: ${UUID}`), { kind: 'stamped', uuid: UUID });
  assert.deepEqual(error(400, '307. x'), { kind: 'stamped', uuid: null });
  assert.deepEqual(reply(200, { status: 'success', data: { uuid: UUID } }), { kind: 'stamped', uuid: UUID });
});

test('only the codes of the SAT refuse for good', () => {
  for (const code of ['CFDI40161', 'CFDI33102', 'CRP20217', '301', '302', '309', '401', '402', '403']) {
    const reading = error(400, `${code} - texto`, null, 'detalle');
    assert.deepEqual(reading, { kind: 'refused', code, message: `${code} - texto`, detail: 'detalle' });
  }
});

test('everything else is unclear', () => {
  const unclear = [
    error(500, 'CFDI40161 - texto'),
    error(400, 'Saldo insuficiente'),
    error(400, 'CFDI3301 - otro'),
    error(400, '999 - ?'),
    error(401, 'El token debe ser válido.'),
    error(401, '401 Unauthorized'),
    error(403, '303 - texto'),
    error(403, 'no'),
    error(429, 'Too many requests'),
    reply(200, '<html>'),
    reply(200, ''),
    reply(200, '[]'),
    reply(200, { status: 'success', data: { cfdi: '<not xml' } }),
    reply(302, ''),
  ];
  for (const reading of unclear) assert.equal(reading.kind, 'unclear', JSON.stringify(reading));
});
