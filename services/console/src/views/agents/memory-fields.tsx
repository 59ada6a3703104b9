import type { ReactNode } from 'react';
import { useIdentity } from '../../api/client';
import { Field } from '../../components/editing/field';
import { getAt, isJsonObject, setAt } from '../../components/editing/json-pointer';
import { memoryFields } from './agent-form';

/** The settings of a memory, once it is on. What is wrong with them is listed by the field that turns it on. */
export function MemoryFields(props: {
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
}): ReactNode {
  const { value, onValue } = props;
  const disabled = useIdentity().role !== 'operator';
  if (!isJsonObject(value)) return null;
  return (
    <div className="fields memory-fields">
      {memoryFields.map((spec) => (
        <Field
          key={spec.pointer}
          spec={{ ...spec, disabled }}
          value={getAt(value, spec.pointer)}
          violations={[]}
          onValue={(next) => onValue(setAt(value, spec.pointer, next))}
        />
      ))}
    </div>
  );
}
