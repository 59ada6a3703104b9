import {
  ChatImport,
  eraseImported,
  type ImportedCrumb,
  type ImportOptions,
  type ImportReport,
} from '@crumbtrail/chat-imports';
import { agentName } from '@crumbtrail/contracts/participant-name';
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useState } from 'react';
import { useClient, useIdentity, useReportApiError } from '../../api/client';
import { chosenFileBytes } from './chosen-file-bytes';

/** What is chosen on the page. */
export interface ImportChoice {
  readonly file: File;
  /** The name of its format; empty: as it is recognised. */
  readonly format: string;
  readonly shared: boolean;
}

/** What an import has stored. */
export interface StoredImport {
  readonly report: ImportReport;
  readonly receipts: readonly ImportedCrumb[];
  /** The session of the first conversation; undefined where nothing is stored. */
  readonly session: string | undefined;
}

/** The ids of the agents of the workspace. */
export function useAgentIds(): UseQueryResult<readonly string[]> {
  const client = useClient();
  return useQuery({ queryKey: ['agent ids'], queryFn: async () => (await client.agents()).map(({ agent }) => agent) });
}

/** The chats become those of whoever is signed in, and all agents of the workspace may read them: so that they can be asked about. */
function useOptions(agents: readonly string[]): (choice: ImportChoice) => ImportOptions {
  const { kind, id } = useIdentity().participant;
  return ({ format, shared }) => ({
    person: { kind, id },
    shared,
    readers: agents.map(agentName),
    ...(format !== '' && { format }),
  });
}

let chosenFiles = 0;
const numbers = new WeakMap<File, number>();

/** A number for each chosen file: two of the same name may differ. */
function numberOf(file: File): number {
  const number = numbers.get(file) ?? (chosenFiles += 1);
  numbers.set(file, number);
  return number;
}

/** What an import would store; stores nothing. */
export function useImportPreview(choice: ImportChoice, agents: readonly string[]): UseQueryResult<ImportReport> {
  const client = useClient();
  const toOptions = useOptions(agents);
  return useQuery({
    queryKey: ['import preview', numberOf(choice.file), choice.format, choice.shared, agents],
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: () =>
      new ChatImport(client, [chosenFileBytes(choice.file)], { ...toOptions(choice), dryRun: true }).run(
        () => undefined,
      ),
  });
}

/** A task with the part of it that is done, from 0 to 1. */
type WithProgress<Result, Input> = UseMutationResult<Result, Error, Input> & { readonly done: number };

const LISTS = ['sessions', 'import preview', 'history', 'has-sample'];

function useTask<Result, Input>(
  task: (input: Input, onDone: (part: number) => void) => Promise<Result>,
): WithProgress<Result, Input> {
  const cache = useQueryClient();
  const [done, setDone] = useState(0);
  const mutation = useMutation<Result, Error, Input>({
    mutationFn: (input) => {
      setDone(0);
      return task(input, setDone);
    },
    onError: useReportApiError(),
    onSettled: () => Promise.all(LISTS.map((key) => cache.invalidateQueries({ queryKey: [key] }))),
  });
  return { ...mutation, done };
}

/** Imports the chosen file. What was stored before an error stays stored, and the same import again adds the rest. */
export function useImport(agents: readonly string[]): WithProgress<StoredImport, ImportChoice> {
  const client = useClient();
  const toOptions = useOptions(agents);
  return useTask(async (choice: ImportChoice, onDone) => {
    const importing = new ChatImport(client, [chosenFileBytes(choice.file)], toOptions(choice));
    const report = await importing.run(onDone);
    return { report, receipts: importing.receipts, session: importing.first?.session };
  });
}

/** Erases what an import has stored. */
export function useUndo(): WithProgress<number, readonly ImportedCrumb[]> {
  const client = useClient();
  return useTask((receipts: readonly ImportedCrumb[], onDone) =>
    eraseImported(client, receipts, (count) => onDone(count / receipts.length)),
  );
}
