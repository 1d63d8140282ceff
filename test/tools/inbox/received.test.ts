// Files that somebody sent, over the wire: kept once and whatever they are, listed, shown and rejected; files beside records.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';

import { startTestService, type TestService } from '../../support/service.ts';
import { refused } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-11-20T18:00:00Z'));
});
after(() => service.close());

const mx = () => service.client(service.keys.mx);

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a file', () => {
  test('is kept as it came, and once', async () => {
    const text = '<nothing that anybody knows/>';
    const {
      received_document: kept,
      already_received,
      upload,
    } = await mx().receive_document({
      file_name: '../../etc/ factura.xml ',
      content_base64: base64(text),
    });
    assert.ok(kept);
    assert.deepEqual(
      [already_received, upload, kept.file_name, kept.mime_type, kept.bytes, kept.channel, kept.status],
      [false, null, 'factura.xml', 'application/xml', text.length, 'tool', 'needs_review'],
    );
    assert.equal(kept.sha256, createHash('sha256').update(text).digest('hex'));
    const again = await mx().receive_document({ file_name: 'other.xml', content_base64: base64(text) });
    assert.deepEqual([again.already_received, again.received_document?.id], [true, kept.id]);
    const { data } = await mx().list_received_documents({ query: 'factura' });
    assert.deepEqual(
      data.map(({ id }) => id),
      [kept.id],
    );
  });

  test('that is no base64 is told', async () => {
    await refused(service, 'mx', 'receive_document', { file_name: 'a.xml', content_base64: '<xml/>' });
  });
});
