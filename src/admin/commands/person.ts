import { inTransaction } from '../../db/transaction.ts';
import { membershipsOf } from '../../domain/ground/organisations/store.ts';
import { getMembership, linkMember, welcomePath } from '../../domain/parties/persons/links.ts';
import { listPersons } from '../../domain/parties/persons/store/persons.ts';
import { deleteMissesOf } from '../../domain/parties/persons/lock-out.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { BY, command, must, type Rows } from '../define.ts';
import { email } from '../values.ts';

export const personCommands: Rows = {
  link: command({
    options: { email: must(email), by: BY },
    answer: async ({ config, database, changeOrganisation }, options) => {
      const member = await getMembership(database.reader, options.email);
      const token = await changeOrganisation(member.organisation_id, options, (ctx) =>
        linkMember(ctx, member, 'bootstrap'),
      );
      await inTransaction(database, (db) => deleteMissesOf(db, member.email));
      const origin = config.public_url ?? `http://localhost:${config.port}`;
      const opens = await membershipsOf(database.reader, member.email);
      return oneRecord({
        url: `${origin}${welcomePath(token)}`,
        opens: opens.map((each) => each.organisation_id),
      });
    },
  }),
  list: command({
    answer: async ({ database: { reader } }) =>
      manyRecords(await listPersons(reader), ['id', 'email', 'name', 'passkeys', 'has_password']),
  }),
};
