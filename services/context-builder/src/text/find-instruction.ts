/** Phrases that speak to the model and not to a reader. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|everything\s+)?(?:of\s+)?(?:the\s+|your\s+|my\s+)?(?:previous|prior|above|earlier|preceding|former|system)\s+(?:instructions?|prompts?|messages?|rules?|directions?|guidelines?)/iu,
  /\b(?:you\s+are\s+now|from\s+now\s+on,?\s+you\s+(?:are|will|must)|pretend\s+(?:to\s+be|that\s+you\s+are)|act\s+as\s+(?:if\s+you\s+(?:are|were)|an?\s+unrestricted))\b/iu,
  /\b(?:reveal|print|repeat|output|show|leak)\s+(?:me\s+)?(?:your\s+|the\s+)(?:hidden\s+|full\s+|entire\s+)?(?:system\s+)?(?:prompt|instructions)\b/iu,
  /\bdo\s+not\s+(?:tell|inform|mention\s+(?:this|it)\s+to|reveal\s+(?:this|it)\s+to)\s+(?:the\s+)?(?:user|human|operator)\b/iu,
  /\b(?:new|updated|real|important)\s+(?:system\s+)?instructions?\s*(?::|for\s+(?:the\s+)?(?:ai|assistant|model|agent)\b)/iu,
  /<\s*\|?\s*(?:im_start|im_end|system|assistant)\s*\|?\s*>|\[\/?INST\]|^\s*#{0,3}\s*system\s*:/imu,
];

/** The first phrase of a text that tells a model what to do, as those of prompt injection do; null where there is none. */
export function findInstruction(text: string): string | null {
  const found = INSTRUCTIONS.flatMap((pattern) => {
    const match = pattern.exec(text);
    return match ? [{ at: match.index, phrase: match[0].replace(/\s+/g, ' ').trim() }] : [];
  });
  return found.sort((a, b) => a.at - b.at)[0]?.phrase ?? null;
}
