import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations:
    'no not never none nothing nobody nowhere neither nor cannot without nope nah hardly barely nearly almost rarely seldom cant dont ' +
    'wont isnt arent wasnt werent doesnt didnt hasnt havent hadnt shouldnt wouldnt couldnt mustnt neednt aint',
  affirmations: 'yes yep yeah yup aye',
  numerals:
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen ' +
    'twenty',
  quantities:
    'thirty forty fifty sixty seventy eighty ninety hundred thousand million billion first second third fourth fifth once twice half ' +
    'quarter double dozen',
  opposites:
    'on off true false enable disable enabled disabled allow deny allowed denied accept reject add remove start stop started stopped ' +
    'open close opened closed before after more less up down increase decrease always must may might should only except unless if all ' +
    'some any every now later today yesterday tomorrow',
  courtesies: 'hello hi hey well oh so ok okay please thanks thank you thx cheers',
  reactions: 'good great nice cool fine sure right wow hm hmm haha very much morning evening night bye goodbye',
  corrections:
    'now currently actually instead already today correction update updated since starting effective ok okay sorry please remember ' +
    'note just',
  former:
    'before previous previously earlier former formerly original originally initial initially old older oldest prior history change ' +
    'changed changes changing compare compared difference',
  questions: 'what who whom whose where when why how which wich wat',
  functionWords:
    'the a an is are was were be been am to of and in it you that this these those have has had for on with my your his her our ' +
    'their i we they he she do does did will would can could what how so but at from me us them as by or there when which',
  reminders:
    "remember|please remember|note|keep in mind|bear in mind|don't forget|do not forget|make a note|take note|for the record|just so you know|write down|save this",
  that: 'that',
};
