// What is to be filed, field by field, for documents that have no page of lines: credit notes and complements.
import { useVisit } from '../../context.ts';
import type { VNode } from 'preact';
import { detailText } from '../documents/content.tsx';

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const SnapshotView = ({ snapshot }: { snapshot: unknown }): VNode => (
  <div class="card">
    <Value value={snapshot} />
  </div>
);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isFields(value) && Object.keys(value).length === 0);

const Value = ({ value }: { value: unknown }): VNode => {
  const visit = useVisit();
  if (Array.isArray(value))
    return (
      <ol class="nested">
        {value.map((item: unknown) => (
          <li>
            <Value value={item} />
          </li>
        ))}
      </ol>
    );
  if (!isFields(value)) return <span>{typeof value === 'string' ? value : JSON.stringify(value)}</span>;
  return (
    <dl class="nested">
      {Object.entries(value)
        .filter(([, inner]) => !isEmpty(inner))
        .map(([name, inner]) => (
          <div>
            <dt>{detailText(visit, name)}</dt>
            <dd>
              <Value value={inner} />
            </dd>
          </div>
        ))}
    </dl>
  );
};
