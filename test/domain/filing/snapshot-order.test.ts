// A person reads what was submitted in the order in which it is made, whatever order the server keeps.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inOrder } from '../../../src/base/key-order.ts';
import { takeSnapshot } from '../../../src/domain/filing/approval/snapshot.ts';
import { inSnapshotOrder } from '../../../src/domain/filing/approval/snapshot-order.ts';
import { loadFilable } from '../../../src/domain/filing/filable.ts';
import { openOffice, type Office } from '../../support/office.ts';
import { openBooks } from '../../support/scope.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService({ filing: true });
  office = await openOffice(service);
});
after(() => service.close());

for (const side of ['mx', 'de'] as const) {
  test(`the snapshot of an invoice of ${side}, from an order by the alphabet`, async () => {
    const id = await office.draft(side, { notes: 'Danke' });
    const { reading } = await openBooks(service.database, service.organisation_id, service.entities[side]);
    const document = await loadFilable(reading, id);
    assert.ok(document !== undefined);
    const { snapshot } = takeSnapshot(document);
    const [line] = snapshot.lines;
    assert.ok(line !== undefined);
    const read = inSnapshotOrder({ ...inOrder(snapshot), lines: [inOrder(line)] }) as typeof snapshot;
    assert.deepEqual(read, snapshot);
    assert.deepEqual(Object.keys(read), Object.keys(snapshot));
    assert.deepEqual(Object.keys(read.lines[0] ?? {}), Object.keys(line));
  });
}
