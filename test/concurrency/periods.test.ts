// Books that are closed while others book: what is in before the closing stays, and nothing comes in after it.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import type { Entity } from '../../src/base/entity.ts';
import { asDay } from '../../src/base/time/day.ts';
import { scoped } from '../../src/db/scoped.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, type OpenBooks, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { closePeriod, reopenPeriod } from '../../src/domain/ground/periods/close.ts';
import { closedThrough } from '../../src/domain/ground/periods/period.ts';
import { addParties, fileInvoice, type Parties } from './books.ts';
import { race, type Rivals, startRivals, times } from './rivals.ts';
import { dose } from '../support/dose.ts';

let rivals: Rivals;
let parties: Parties;
before(async () => {
  rivals = await startRivals();
  parties = await addParties(rivals);
});
after(() => rivals.close());

const THROUGH = asDay('2026-02-28');
const act = (action: string) => newAct(SYSTEM, action, {}, new Date());
const inBooks = <T>(work: (books: OpenBooks) => Promise<T>): Promise<T> =>
  openBooks(rivals.database).transaction(work);
const close = (): Promise<Entity> =>
  inBooks((books) => closePeriod(books, rivals.entity.id, THROUGH, act('entity close')));
const reopen = (): Promise<Entity> =>
  inBooks((books) => reopenPeriod(books, rivals.entity.id, asDay('2026-01-01'), act('entity reopen')));

const countClosedEntries = async (): Promise<number> => {
  const { n } = await scoped({ db: rivals.service.database.reader, entity: rivals.entity }, 'ledger_entry')
    .select()
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('date', '<=', THROUGH)
    .executeTakeFirstOrThrow();
  return n;
};

const CALLS = 40;
const ROUNDS = dose(2);

describe(`${CALLS} payments of a month and its closing`, () => {
  for (const round of times(ROUNDS, async (index) => index)) {
    test('none is stored after it', async () => {
      const wait = 10 + (160 * (await round())) / ROUNDS;
      const invoice_id = await fileInvoice(rivals, parties, 100_000);
      let atClosing: Promise<number> | undefined;
      const closing = pause(wait)
        .then(close)
        .then(() => (atClosing = countClosedEntries()));
      const { done, refused } = await race(
        times(CALLS, async (index) => {
          await pause(index * 5);
          return rivals
            .client(index)
            .record_invoice_payment({ invoice_id, amount: 1 + index, payment_date: '2026-02-10' });
        }),
      );
      await closing;
      assert.equal(await countClosedEntries(), await atClosing);
      assert.deepEqual(Object.keys(refused), done.length === CALLS ? [] : ['period_closed']);
      await reopen();
    });
  }
});

describe('one after the other', () => {
  /** Resolves the promise by hand. */
  const gate = () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  };
  const within = async (promise: Promise<unknown>, ms: number): Promise<boolean> =>
    Promise.race([promise.then(() => true), pause(ms, false)]);

  test('the closing waits for a booking under way', async () => {
    const held = gate();
    const end = gate();
    const booking = inBooks(({ change }) =>
      change(rivals.entity, act('book'), async (ctx) => {
        assert.equal(await closedThrough(ctx), asDay('2025-12-31'));
        held.open();
        await end.opened;
      }),
    );
    await held.opened;
    const closing = close();
    assert.equal(await within(closing, 300), false);
    end.open();
    await booking;
    assert.equal((await closing).closed_through, THROUGH);
    await reopen();
  });

  test('a booking waits for a closing under way, and obeys it', async () => {
    const invoice_id = await fileInvoice(rivals, parties, 100);
    const held = gate();
    const end = gate();
    const closing = inBooks(async (books) => {
      await closePeriod(books, rivals.entity.id, THROUGH, act('entity close'));
      held.open();
      await end.opened;
    });
    await held.opened;
    const booking = race([
      () => rivals.client(0).record_invoice_payment({ invoice_id, payment_date: '2026-02-28' }),
    ]);
    assert.equal(await within(booking, 300), false);
    // Bookings of other days wait too, but not for each other.
    end.open();
    await closing;
    assert.deepEqual((await booking).refused, { period_closed: 1 });
    await reopen();
  });

  test('bookings do not wait for a long one', async () => {
    const held = gate();
    const end = gate();
    const long = inBooks(({ change }) =>
      change(rivals.entity, act('book'), async (ctx) => {
        await closedThrough(ctx);
        held.open();
        await end.opened;
      }),
    );
    await held.opened;
    const short = times(20, async () =>
      inBooks(({ change }) => change(rivals.entity, act('book'), (ctx) => closedThrough(ctx))),
    );
    const quick = await Promise.all(short.map((book) => within(book(), 2_000)));
    // One of 64 meets the long one.
    assert.ok(quick.filter((done) => done).length >= 17);
    end.open();
    await long;
  });
});
