import { command, type Rows } from '../define.ts';
import type { Demo } from '../parts.ts';
import { keyValues, table } from '../table.ts';

/** A secret is shown once, when its key is made. */
const shownKeys = ({ keys, new_keys }: Demo) =>
  keys.map((key) => {
    const { id, name, entity_id, secret } = key;
    return { id, name, entity_id, secret: new_keys.includes(key) ? secret : null };
  });

const keysText = (demo: Demo): string => {
  const { organisation_id, keys, new_keys, keys_file } = demo;
  if (keys_file === null)
    return `No keys: there are other organisations here. "key create --org ${organisation_id}" makes one.`;
  if (keys.length === 0) return 'All its keys are revoked; "key create" makes one.';
  const secrets = new_keys.length === 0 ? [] : [table(new_keys, ['name', 'secret', 'entity_id'])];
  return [...secrets, `The keys are kept in ${keys_file}.`].join('\n\n');
};

export const demoCommand: Rows = {
  demo: command({
    answer: async ({ run, books, config, now }) => {
      run.progress.step('Making the demo');
      const demo = await run.parts.demo.ensure(books, now, config.data_dir);
      const { organisation_id, created, entities, members, keys_file } = demo;
      const text = [
        keyValues({ organisation_id, created }),
        table(entities, ['id', 'name', 'country_code']),
        table(members, ['email', 'name', 'role']),
        keysText(demo),
      ].join('\n\n');
      const value = { organisation_id, created, entities, members, keys: shownKeys(demo), keys_file };
      return { value, text };
    },
  }),
};
