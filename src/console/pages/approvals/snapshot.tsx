// What is to be filed, field by field, for documents that have no page of lines: credit notes and complements.
import type { VNode } from 'preact';
import type { Visit } from '../../visit.ts';
import { detailText } from '../documents/content.tsx';

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const SnapshotView = ({ visit, snapshot }: { visit: Visit; snapshot: unknown }): VNode => (
  <div class="card">
    <Value visit={visit} value={snapshot} />
  </div>
);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isFields(value) && Object.keys(value).length === 0);

const Value = ({ visit, value }: { visit: Visit; value: unknown }): VNode => {
  if (Array.isArray(value))
    return (
      <ol class="nested">
        {value.map((item: unknown) => (
          <li>
            <Value visit={visit} value={item} />
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
              <Value visit={visit} value={inner} />
            </dd>
          </div>
        ))}
    </dl>
  );
};
