import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'nie nigdy nic nikt bez',
  affirmations: 'tak',
  numerals:
    'zero jeden|jedna|jedną|jedno dwa|dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia',
  quantities: 'dwadzieścia sto tysiąc połowa',
  courtesies: 'cześć hej dzień dobry proszę dziękuję',
  reactions: 'bardzo dobrze jasne',
  questions: 'co kto kogo komu gdzie dokąd kiedy dlaczego czemu jak ile który która które czyj',
  corrections: 'jednak właściwie',
  reminders: 'zapamiętaj|pamiętaj|nie zapomnij|zapisz',
  that: 'że',
};
