import { inTransaction } from '../../db/transaction.ts';
import { membershipsOf } from '../../domain/ground/organisations/store.ts';
import { getMembership, linkMember, welcomePath } from '../../domain/parties/persons/links.ts';
import { listPersons } from '../../domain/parties/persons/store/persons.ts';
import { deleteMissesOf } from '../../domain/parties/persons/lock-out.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { BY, type Register, resolveAct } from '../command.ts';
import { email } from '../values.ts';

export const personCommands: Register = (program, run) => {
  const person = program.command('person').description('who signs in to the pages');
  person
    .command('link')
    .description(
      'a link, good once and for an hour, with which a member comes to a new way to sign in; hand it to the owner of the address alone, for it opens every organisation that knows the address',
    )
    .requiredOption('--email <email>', 'of a member', email)
    .option(...BY, email)
    .action((options: { readonly email: string; readonly by?: string }) =>
      run.onDatabase(async ({ books, config, database, now }) => {
        const member = await getMembership(database.reader, options.email);
        const { organisation_id } = member;
        const act = await resolveAct(database.reader, organisation_id, 'person link', options, now);
        const token = await books.changeOrganisation(organisation_id, act, (ctx) =>
          linkMember(ctx, member, 'bootstrap'),
        );
        await inTransaction(database, (db) => deleteMissesOf(db, member.email));
        const origin = config.public_url ?? `http://localhost:${config.port}`;
        const opens = await membershipsOf(database.reader, member.email);
        return oneRecord({
          url: `${origin}${welcomePath(token)}`,
          opens: opens.map((each) => each.organisation_id),
        });
      }),
    );
  person
    .command('list')
    .description('the persons, with their ways to sign in')
    .action(() =>
      run.onDatabase(async ({ database: { reader } }) =>
        manyRecords(await listPersons(reader), ['id', 'email', 'name', 'passkeys', 'has_password']),
      ),
    );
};
