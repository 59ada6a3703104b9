import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'இல்லை இல்லாமல் வேண்டாம்',
  affirmations: 'ஆம் ஆமாம்',
  numerals: 'பூஜ்யம்|சுழியம் ஒன்று|ஒரு இரண்டு மூன்று நான்கு ஐந்து ஆறு ஏழு எட்டு ஒன்பது பத்து',
  quantities: 'இருபது நூறு ஆயிரம் பாதி',
  courtesies: 'வணக்கம் நன்றி தயவுசெய்து',
  reactions: 'சரி நல்லது',
  questions: 'என்ன யார் எங்கே எப்போது ஏன் எப்படி எவ்வளவு எத்தனை எந்த',
  corrections: 'உண்மையில்',
  reminders: 'நினைவில் கொள்|மறக்காதே',
};
