import type { TokenPiece } from '@crumbtrail/contracts';
import { DeltaText } from '../openai/delta-text';
import type { A2aCallFacts } from './a2a-call';
import type { PartJson, TaskJson, UpdateJson } from './a2a-json';
import { artifactIdOf } from './to-task';

/** Converts a reply that is being written, and its end, to the updates of a task. */
export class TaskUpdates {
  private readonly text = new DeltaText(
    (delta) => this.sendText(delta, this.isBegun),
    (whole) => this.sendText(whole, false),
  );
  private isBegun = false;

  constructor(
    private readonly call: Pick<A2aCallFacts, 'identity'>,
    private readonly task: Pick<TaskJson, 'id' | 'contextId'>,
    private readonly send: (update: UpdateJson) => void,
  ) {}

  hear(piece: TokenPiece): void {
    this.text.take(piece);
  }

  /** Completes the artifact with what was not sent of it, and says how the task stands. */
  end({ status, artifacts = [] }: TaskJson): void {
    for (const { parts } of artifacts) this.complete(parts);
    const { id: taskId, contextId } = this.task;
    this.send({ statusUpdate: { taskId, contextId, status } });
  }

  private complete(parts: readonly PartJson[]): void {
    const [{ text }] = parts as [PartJson];
    if (text === undefined) return this.sendParts(parts, { append: false, lastChunk: true });
    const { shown } = this.text;
    const isContinued = this.isBegun && text.startsWith(shown);
    const rest = isContinued ? text.slice(shown.length) : text;
    this.sendParts([{ text: rest }], { append: isContinued, lastChunk: true });
  }

  private sendText(text: string, append: boolean): void {
    this.isBegun = true;
    this.sendParts([{ text }], { append, lastChunk: false });
  }

  private sendParts(parts: readonly PartJson[], more: { readonly append: boolean; readonly lastChunk: boolean }): void {
    const { id: taskId, contextId } = this.task;
    const artifact = { artifactId: artifactIdOf(this.call.identity.workspace, taskId), parts };
    this.send({ artifactUpdate: { taskId, contextId, artifact, ...more } });
  }
}
