import { participantName, type Ref } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import type { WorkspaceReader } from '../ports';
import { presentCrumb, toTrigger, type BuildInput } from './build-input';
import type { LateQuestion } from './recall';

/** The number of questions that are remembered. */
const MOST_QUESTIONS = 10_000;

/** Only the next question of the same person for the same readers is answered with what an earlier one should have found. */
function keyOf({ access, trigger }: BuildInput): string | undefined {
  const { workspace, agent, session, readers } = access;
  if (session === undefined) return undefined;
  return JSON.stringify([workspace, agent, session, participantName(trigger.author), readers]);
}

/** The questions that were answered without memories because these came late: the next turn of their session searches for them again. */
export class LateQuestions {
  private readonly questions = new LRUCache<string, Ref>({ max: MOST_QUESTIONS });

  /** The question before this one that was answered without its memories; undefined where there is none, or it was erased. */
  async find(input: BuildInput, reader: Pick<WorkspaceReader, 'read'>): Promise<LateQuestion | undefined> {
    const key = keyOf(input);
    const ref = key === undefined ? undefined : this.questions.get(key);
    if (ref === undefined || ref.id === input.trigger.ref?.id) return undefined;
    const { crumbs } = await reader.read([ref]);
    const crumb = presentCrumb(crumbs[0]);
    return crumb ? { ref, text: toTrigger(crumb).text } : undefined;
  }

  /** Remembers the question where its memories came late; else forgets the earlier one, unless what it should have found is late again. */
  note(input: BuildInput, late: { readonly question: boolean; readonly earlier: boolean }): void {
    const key = keyOf(input);
    const { ref } = input.trigger;
    if (key === undefined || ref === undefined) return;
    if (late.question) this.questions.set(key, { id: ref.id, version: ref.version });
    else if (!late.earlier) this.questions.delete(key);
  }
}
