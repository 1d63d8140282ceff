import type { Register } from '../command.ts';
import { keyValues, table } from '../table.ts';

export const demoCommand: Register = (program, run) => {
  program
    .command('demo')
    .description('make the demo organisation, or show its ids and keys')
    .action(() =>
      run.onDatabase(async ({ books, config, now }) => {
        const demo = await run.parts.demo.ensure(books, now, config.data_dir);
        const { organisation_id, created, entities, members, keys } = demo;
        const text = [
          keyValues({ organisation_id, created }),
          table(entities, ['id', 'name', 'country_code']),
          table(members, ['email', 'name', 'role']),
          keys.length === 0
            ? 'All its keys are revoked; "key create" makes one.'
            : table(keys, ['name', 'secret', 'entity_id']),
        ].join('\n\n');
        return { value: demo, text };
      }),
    );
};
