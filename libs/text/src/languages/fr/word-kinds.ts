import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'non ne pas jamais rien aucun aucune personne sans ni nulle',
  affirmations: 'oui si',
  numerals: 'zéro un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
  quantities:
    'vingt trente quarante cinquante soixante cent mille million premier première deuxième troisième moitié demi fois',
  opposites: 'avant après plus moins toujours doit peut seulement sauf si tous certains chaque vrai faux hier demain',
  courtesies: 'bonjour bonsoir salut bon eh merci',
  reactions: "beaucoup bien voilà accord d'accord au revoir",
  corrections: 'maintenant désormais actuellement depuis correction fait finalement plutôt',
  former: 'avant auparavant ancien ancienne',
  questions: 'que quoi qui où quand pourquoi comment combien quel quelle quels quelles lequel est-ce',
  functionWords:
    'le la les un une des du de et est sont était à au aux en dans que qui je tu il elle nous vous ils elles mon ma mes ton ta ' +
    'son sa ses ce cette ces pour sur avec par mais ai as avez a ont suis',
  reminders: "souviens-toi|rappelle-toi|n'oublie pas|note bien|note|retiens|souvenez-vous|n'oubliez pas",
  that: "que|qu’|qu'",
};
