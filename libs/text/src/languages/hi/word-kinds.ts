import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'नहीं नही मत ना बिना',
  affirmations: 'हाँ हां',
  numerals: 'शून्य एक दो तीन चार पाँच|पांच छह|छः सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस',
  quantities: 'बीस सौ हज़ार हजार आधा',
  courtesies: 'नमस्ते धन्यवाद शुक्रिया कृपया',
  reactions: 'ठीक है अच्छा',
  questions: 'क्या कौन किसने किसको कहाँ कहां कब क्यों कैसे कितना कितने कितनी किस',
  corrections: 'असल दरअसल',
  reminders: 'याद रखना|याद रखो|याद रखिए|मत भूलना|नोट करो',
  that: 'कि',
};
