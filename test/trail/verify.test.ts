// Whatever somebody changes past the service is found, by its kind and place: in the database, and offline in an export.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { append, EMPTY_TREE, packFrontier, rootOf, type Tree } from '../../src/domain/views/trail/merkle.ts';
import { deriveSigner, originOf, signCheckpoint, type Signer } from '../../src/domain/views/trail/note.ts';
import { hashEntry } from '../../src/domain/views/trail/log/entry.ts';
import { NONE_KEPT, readKept } from '../../src/domain/views/trail/verify/kept.ts';
import { verifyFile } from '../../src/domain/views/trail/verify/read-file.ts';
import { verifyTrail, writeWholeTrail } from '../../src/domain/views/trail/verify/verify.ts';
import { readEntries } from '../../src/domain/views/trail/store/rows.ts';
import { addOrganisation } from '../support/books.ts';
import { type FaultFound, SIGNER, type Verified, usingTrail } from './office.ts';

interface LeafRow {
  readonly position: number;
  readonly entity_id: string;
  readonly id: string;
  readonly hash: string;
}

/** The log as it was first signed, and as it is after one more change. */
let first: { size: number; note: string };
let leaves: LeafRow[];
let kept: string;
let whole: Verified;

const held = usingTrail(async (office) => {
  await office.verify();
  [first] = (await office.rows<{ size: number; note: string }>(
    'select size, note from trail_checkpoint order by size desc limit 1',
  )) as [typeof first];
  await office.admin.json('member', 'add', `--org=${office.org}`, '--email=eva@ibarra.example', '--name=Eva');
  whole = await office.verify();
  leaves = await office.rows('select position, entity_id, id, hash from trail_leaf order by position');
  const notes = await office.rows<{ note: string }>('select note from trail_checkpoint order by size');
  kept = join(office.admin.folder, 'kept.ndjson');
  writeFileSync(kept, notes.map((each) => `${JSON.stringify(each)}\n`).join(''));
});

/** What is found in the database, which must be what is found in an export of it. */
const found = async (path?: string): Promise<readonly FaultFound[]> => {
  const { office } = held;
  const { database, organisation_id: id } = office.service;
  const keptBy = async () => (path === undefined ? () => NONE_KEPT : readKept(path, SIGNER));
  const parts = { database, key: SIGNER, now: new Date() };
  const of = { id, name: 'Despacho Ibarra' };
  const { faults } = await verifyTrail(parts, of, (await keptBy())(id));
  let text = '';
  await writeWholeTrail(parts, of, async (part) => {
    text += part;
  });
  const { verdict } = await verifyFile(office.admin.file('trail.ndjson', text), SIGNER, keptBy);
  assert.deepEqual(verdict.faults, faults, 'offline the same');
  return faults;
};

const kindsOf = (faults: readonly FaultFound[]): string[] => faults.map(({ kind }) => kind).toSorted();

const auditLeaf = async (action: string): Promise<LeafRow> => {
  const [row] = await held.office.rows<{ id: string }>(
    `select id from audit where action = '${action}' order by id limit 1`,
  );
  const leaf = leaves.find(({ id }) => id === row?.id);
  assert.ok(leaf, `an entry of ${action}`);
  return leaf;
};

test('a trail that nobody touched holds, with everything in it and up to its end', async () => {
  const { office } = held;
  assert.deepEqual(await found(kept), []);
  assert.deepEqual((await office.verify(`--checkpoints=${kept}`)).faults, []);
  const { rows, states, records, checkpoints, waiting, ok, organisations } = whole;
  const [counted] = await office.rows<object>(`select
    (select count(*) from audit) as \`rows\`, (select count(*) from trail_state) as states,
    (select count(*) from invoice) + (select count(*) from bill) + (select count(*) from payment) +
    (select count(*) from approval) + (select count(*) from organisation) + (select count(*) from member) +
    (select count(*) from api_key) + (select count(*) from entity) + (select count(*) from counterparty) +
    (select count(distinct record_id) from ledger_entry) + (select count(*) from task) +
    (select count(*) from outbox) as records, (select count(*) from trail_checkpoint) as checkpoints`);
  assert.deepEqual({ rows, states, records, checkpoints }, { ...counted });
  assert.deepEqual({ waiting, ok }, { waiting: 0, ok: true });
  assert.equal(organisations[0]?.proven?.size, rows + states);
  assert.equal(leaves.length, rows + states);
});

describe('an entry', () => {
  const once = async (statement: (leaf: LeafRow) => string, kind: string): Promise<void> => {
    const leaf = await auditLeaf('create_invoice');
    await held.office.tampered([statement(leaf)], async () => {
      const [fault, ...more] = await found();
      assert.deepEqual(more, []);
      assert.deepEqual([fault?.kind, fault?.position, fault?.id], [kind, leaf.position, leaf.id]);
    });
  };

  test('whose state after the change was changed', () =>
    once(
      ({ id }) => `update audit set \`after\` = json_set(\`after\`, '$.title', 'x') where id = '${id}'`,
      'altered',
    ));

  test('that names another person', () =>
    once(({ id }) => `update audit set actor_id = 'memb_other' where id = '${id}'`, 'altered'));

  test('that is an hour later', () =>
    once(
      ({ id }) => `update audit set occurred_at = occurred_at + interval 1 hour where id = '${id}'`,
      'altered',
    ));

  test('that was deleted', () => once(({ id }) => `delete from audit where id = '${id}'`, 'deleted'));

  test('that was put in', async () => {
    const { id } = await auditLeaf('create_invoice');
    const copy = `audt_${'0'.repeat(26)}`;
    const columns =
      'entity_id, occurred_at, actor_type, actor_id, action, arguments_hash, record_type, record_id, `before`, `after`, request_id, session_id, method';
    await held.office.tampered(
      [`insert into audit (id, ${columns}) select '${copy}', ${columns} from audit where id = '${id}'`],
      async () => {
        const faults = await found();
        assert.deepEqual(
          faults.map((fault) => [fault.kind, fault.id]),
          [['inserted', copy]],
        );
      },
    );
  });

  test('whose place was taken from it', async () => {
    const { id, position } = await auditLeaf('create_invoice');
    await held.office.tampered([`delete from trail_leaf where position = ${position}`], async () => {
      const faults = await found();
      assert.deepEqual(
        faults.map((fault) => [fault.kind, fault.position, fault.id]),
        [
          ['deleted', position, undefined],
          ['inserted', undefined, id],
        ],
      );
    });
  });

  test('whose hash changed places with that of another', async () => {
    const [a, b] = leaves.slice(2) as [LeafRow, LeafRow];
    await held.office.tampered(
      [
        `update trail_leaf set hash = '${b.hash}' where position = ${a.position}`,
        `update trail_leaf set hash = '${a.hash}' where position = ${b.position}`,
      ],
      async () => {
        assert.deepEqual(kindsOf(await found()), ['checkpoint', 'log', 'reordered', 'reordered']);
      },
    );
  });
});

/** The log as somebody would write it who has the database and all of this program, but not the key. */
const rewritten = async (size: number, signer: Signer | undefined): Promise<string[]> => {
  const { office } = held;
  const rows = await readEntries(office.service.database.reader, leaves);
  let tree: Tree = EMPTY_TREE;
  const statements: string[] = [];
  for (const { entity_id, id, position, hash } of leaves.slice(0, size)) {
    const entry = rows.get(`${entity_id} ${id}`);
    const now = entry === undefined ? hash : hashEntry(entry.kind, entry.row).toString('hex');
    tree = append(tree, Buffer.from(now, 'hex'));
    if (now !== hash) statements.push(`update trail_leaf set hash = '${now}' where position = ${position}`);
  }
  const root = rootOf(tree);
  const note =
    signer &&
    signCheckpoint(signer, {
      origin: originOf(office.org),
      size,
      root,
      time: new Date().toISOString(),
      after: 0,
    });
  return [
    ...statements,
    `update trail_log set size = ${size}, root = '${root.toString('hex')}', frontier = '${JSON.stringify(packFrontier(tree))}'`,
    ...(note === undefined
      ? []
      : [
          'delete from trail_checkpoint',
          `insert into trail_checkpoint values ('${office.org}', ${size}, '${note}', utc_timestamp(3))`,
          `update trail_log set signed_size = ${size}`,
        ]),
  ];
};

describe('the log', () => {
  test('rewritten without the key is not the one that was signed', async () => {
    const { office } = held;
    const { id } = await auditLeaf('create_invoice');
    const alter = `update audit set actor_id = 'memb_other' where id = '${id}'`;
    await office.tampered([alter], async () => {
      const statements = await rewritten(leaves.length, undefined);
      await office.tampered(statements, async () => {
        const [fault, ...more] = await found();
        assert.deepEqual([fault?.kind, more], ['checkpoint', []]);
        assert.match(fault?.message ?? '', new RegExp('the first \\d+ entries were others'));
      });
    });
  });

  test('rewritten and signed with another key is not signed', async () => {
    const { office } = held;
    const { id } = await auditLeaf('create_invoice');
    await office.tampered([`update audit set actor_id = 'memb_other' where id = '${id}'`], async () => {
      const statements = await rewritten(leaves.length, deriveSigner({ bytes: Buffer.alloc(32, 8) }));
      await office.tampered(statements, async () => {
        assert.deepEqual(kindsOf(await found()), ['checkpoint']);
      });
    });
  });

  test('cut off at its end is found, without its checkpoints only by those kept elsewhere', async () => {
    const { office } = held;
    const cut = leaves.slice(first.size);
    const gone = [
      `delete from trail_leaf where position >= ${first.size}`,
      ...cut.flatMap(({ id }) => [
        `delete from audit where id = '${id}'`,
        `delete from trail_state where id = '${id}'`,
      ]),
      `delete from event where type = 'member.added' and record_id = (select id from member where email = 'eva@ibarra.example')`,
      "delete from member where email = 'eva@ibarra.example'",
      ...(await rewritten(first.size, undefined)),
    ];
    await office.tampered(gone, async () => {
      assert.deepEqual(kindsOf(await found()), ['checkpoint']);
    });
    const hidden = [
      ...gone,
      `delete from trail_checkpoint where size > ${first.size}`,
      `update trail_log set signed_size = ${first.size}`,
    ];
    await office.tampered(hidden, async () => {
      assert.deepEqual(await found(), [], 'nothing in the database tells of it');
      const [fault, ...more] = await found(kept);
      assert.deepEqual([fault?.kind, fault?.position, more], ['checkpoint', first.size, []]);
    });
  });

  test('whose two entries changed places is found by its root alone', async () => {
    const [a, b] = leaves.slice(2) as [LeafRow, LeafRow];
    const put = (leaf: LeafRow, id: string, position: number) =>
      `update trail_leaf set position = ${position} where id = '${id}' and hash = '${leaf.hash}'`;
    await held.office.tampered(
      [put(a, a.id, 1_000_000), put(b, b.id, a.position), put(a, a.id, b.position)],
      async () => {
        assert.deepEqual(kindsOf(await found()), ['checkpoint', 'log']);
      },
    );
  });

  for (const [what, statement] of [
    ['removed', () => `delete from trail_checkpoint where size = ${first.size}`],
    ['removed at the end', () => `delete from trail_checkpoint where size > ${first.size}`],
    [
      'changed',
      () => `update trail_checkpoint set note = replace(note, 'time 2', 'time 1') where size = ${first.size}`,
    ],
    ['moved', () => `update trail_checkpoint set size = size + 1000 where size = ${first.size}`],
  ] as const)
    test(`of which a checkpoint was ${what}`, () =>
      held.office.tampered([statement()], async () => {
        assert.deepEqual(new Set(kindsOf(await found())), new Set(['checkpoint']));
      }));

  test('that says something else of itself', () =>
    held.office.tampered([`update trail_log set root = '${'0'.repeat(64)}'`], async () => {
      assert.deepEqual(kindsOf(await found()), ['log']);
    }));
});

describe('a record', () => {
  const changed = async (
    statement: string,
    kind: 'state' | 'missing' | 'unknown',
    record_id: string,
  ): Promise<void> =>
    held.office.tampered([statement], async () => {
      const faults = await found();
      assert.deepEqual(
        faults.map((fault) => [fault.kind, fault.record_id]),
        [[kind, record_id]],
      );
    });
  const of = () => held.made;

  test('whose total was changed', () =>
    changed(
      `update invoice set total_minor = total_minor + 1 where id = '${of().approved}'`,
      'state',
      of().approved,
    ));
  test('whose status was changed', () =>
    changed(`update invoice set status = 'filed' where id = '${of().draft}'`, 'state', of().draft));
  test('of which a line was changed', () =>
    changed(
      `update invoice_line set description = 'x' where invoice_id = '${of().draft}'`,
      'state',
      of().draft,
    ));
  test('of which a line was removed', () =>
    changed(`delete from bill_line where bill_id = '${of().bill}'`, 'state', of().bill));
  test('whose amount was changed', () =>
    changed(
      `update payment set amount_minor = amount_minor - 1 where id = '${of().payment}'`,
      'state',
      of().payment,
    ));
  test('of which an allocation was changed', () =>
    changed(
      `update payment_allocation set amount_minor = 1 where payment_id = '${of().payment}'`,
      'state',
      of().payment,
    ));
  test('of which an allocation was removed', () =>
    changed(`delete from payment_allocation where payment_id = '${of().payment}'`, 'state', of().payment));
  test('that a person never approved', () =>
    changed(`update approval set status = 'rejected' where id = '${of().request}'`, 'state', of().request));
  test('that says to be of an earlier state', () =>
    changed(
      `update invoice set state_version = state_version - 1 where id = '${of().approved}'`,
      'state',
      of().approved,
    ));
  test('that was deleted', () =>
    changed(`delete from payment where id = '${of().payment}'`, 'missing', of().payment));
  test('that was put in', async () => {
    const other = `invc_${'0'.repeat(26)}`;
    const columns = await held.office.rows<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = database()
       and table_name = 'invoice' and column_name not in ('id', 'idempotency_key')`,
    );
    const names = columns.map(({ name }) => `\`${name}\``).join(', ');
    await changed(
      `insert into invoice (id, ${names}) select '${other}', ${names} from invoice where id = '${of().draft}'`,
      'unknown',
      other,
    );
  });

  test('whose last state was removed', async () => {
    const [state] = await held.office.rows<{ id: string }>(
      `select id from trail_state where record_id = '${of().approved}' order by version desc limit 1`,
    );
    await held.office.tampered([`delete from trail_state where id = '${state?.id}'`], async () => {
      const faults = await found();
      assert.deepEqual(kindsOf(faults), ['deleted', 'state']);
      assert.equal(faults.find(({ kind }) => kind === 'deleted')?.id, state?.id);
    });
  });
});

test('another organisation is not concerned, and all of them are verified without --org', async () => {
  const { office } = held;
  const other = await addOrganisation(office.service.database, 'Otro Despacho');
  const { id } = await auditLeaf('create_invoice');
  await office.tampered([`update audit set actor_id = 'x' where id = '${id}'`], async () => {
    assert.equal((await office.verify(`--org=${other}`)).ok, true);
    assert.equal((await office.verify(`--org=${office.org}`)).ok, false);
    const { organisations, faults } = await office.verify();
    assert.equal(organisations.length, 2);
    assert.deepEqual(kindsOf(faults), ['altered']);
  });
});
