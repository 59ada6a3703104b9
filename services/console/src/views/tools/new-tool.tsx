import { toJsonObject } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { hrefTo } from '../../routing/route';
import { navigate } from '../../routing/use-route';
import { Loading } from '../../components/loading';
import { newToolTemplate, toolFields } from './tool-form';

const PayloadEditor = lazy(() => import('../../components/editing/payload-editor'));
const initialPayload = toJsonObject(newToolTemplate);

/** Creates a tool with its code from a template. */
export function NewTool(): ReactNode {
  const queries = useQueryClient();
  const open = async (name: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['tools'] });
    navigate(hrefTo('tools', [name]));
  };
  return (
    <>
      <p>
        <a href={hrefTo('tools')}>All tools</a>
      </p>
      <h1>New tool</h1>
      <Suspense fallback={<Loading label="Loading the editor" />}>
        <PayloadEditor
          schemaName={WIRE.toolDef}
          value={initialPayload}
          fields={toolFields}
          onSaved={({ name }) => void open(String(name))}
        />
      </Suspense>
    </>
  );
}
