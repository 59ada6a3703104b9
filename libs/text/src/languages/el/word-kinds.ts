import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'όχι δεν μην ποτέ χωρίς τίποτα',
  affirmations: 'ναι',
  numerals:
    'μηδέν ένα|ένας|έναν|μία|μια δύο|δυο τρεις|τρία τέσσερις|τέσσερα πέντε έξι επτά|εφτά οκτώ|οχτώ εννέα|εννιά δέκα',
  quantities: 'είκοσι εκατό χίλια μισό',
  courtesies: 'γεια παρακαλώ ευχαριστώ καλημέρα',
  reactions: 'σου καλά εντάξει πολύ',
  questions: 'τι ποιος ποια ποιο ποιοι που πού πότε γιατί πώς πόσο πόσα πόσοι',
  corrections: 'τελικά',
  reminders: 'θυμήσου|να θυμάσαι|μην ξεχάσεις|σημείωσε',
  that: 'ότι|πως',
};
