/** formatting: how the console and the CLI write money, durations, trails and context items. */
export { describeAudience, nodeAudience } from './audience';
export { describeCaseReport, sharePassed } from './case-report';
export { describeTrial, summarizeTrials } from './definition-trials';
export { formatCost, formatDollars, type TurnCosts } from './dollars';
export { describeDecision } from './decision';
export { formatDuration } from './duration';
export { type ContextItemRef, formatRanks, isRank, contextItemKey, replayReasons } from './context-item';
export { hasFailed, nodeApproval, nodeIssues, nodeName, nodeProblems, nodeSpan, type TimeSpan } from './trail-node';
export { type Act, describeAct, formatAct, schemaFamily } from './trail-act';
export { describeEnding } from './turn-ending';
export { buildStory, findDenial, type StoryRow } from './trail-story';
export { formatKeptOrder } from './kept-order';
export { factMarks, memoryPlace } from './memory';
export { previewText } from './preview-text';
export { describeScorePart } from './score-part';
export {
  type ContextScene,
  countOtherLore,
  listLoreReasons,
  listSceneTexts,
  type LoreReason,
  type SceneText,
} from './scene';
export { listAnswerFacts, type AnswerFact } from './compare-answers';
export { fieldChangeLines } from './field-changes';
export { summariseShadow, type ShadowMeans, type ShadowReport } from './shadow-report';
export { formatNearWords } from './near-words';
