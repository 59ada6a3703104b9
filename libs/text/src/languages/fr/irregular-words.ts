/** Verbs and nouns with the forms that no stemmer knows, the base first. */
export const irregularWords = `
aller vais vas va allons vont allé irai ira irons iront ailles aille|venir viens vient venons viennent venu vint viendrai viendra vienne
revenir reviens revient reviennent revenu reviendra|devenir deviens devient deviennent devenu deviendra
tenir tiens tient tiennent tenu tiendra|obtenir obtient obtenu obtiendra|faire fais fait faisons faites font ferai fera feront fit fasse
voir vois voit voyons voient vu verrai verra vit|revoir revois revoit revu|prendre prends prend prenons prennent pris prendra prit
apprendre apprends apprend apprennent appris|comprendre comprends comprend comprennent compris|reprendre reprend reprennent repris
surprendre surprend surpris|mettre mets met mettons mettent mis mettra mit|permettre permet permettent permis
promettre promet promettent promis|remettre remet remettent remis|pouvoir peux peut pouvons peuvent pu pourrai pourra pourrait puisse
vouloir veux veut voulons veulent voulu voudrai voudra voudrait|devoir dois doit devons doivent dû devra devrait
savoir sais sait savons savent su saurai saura sut sache|falloir faut fallu faudra faudrait|valoir vaut valent valu vaudra
recevoir reçois reçoit reçoivent reçu recevra|boire bois boit buvons boivent bu boira but|croire crois croit croyons croient cru
lire lis lit lisons lisent lu lira|élire élit élu|écrire écris écrit écrivons écrivent écrira écrivit|décrire décrit décrivent
dire dis dit disons dites disent dira|interdire interdit interdisent|conduire conduis conduit conduisent conduisait
construire construit construisent|produire produit produisent|traduire traduit traduisent traduisait|cuire cuit cuisent
naître naît né née naquit naissent|connaître connais connaît connaissent connu|reconnaître reconnaît reconnu|paraître paraît paru
disparaître disparaît disparu|mourir meurs meurt meurent mort morte mourra mourut|courir cours court courent couru courra
ouvrir ouvre ouvert ouverte|couvrir couvre couvert|découvrir découvre découvert|offrir offre offert offerte|souffrir souffre souffert
dormir dors dort dorment dormi|partir pars part partent parti|sortir sors sort sortent sorti|sentir sens sent sentent senti
servir sers sert servent servi|vivre vis vit vivent vécu vivra|suivre suit suivent suivi|rire ris rit rient ri|conclure conclut conclu
plaire plaît plu|pleuvoir pleut plu pleuvra|asseoir assieds assied assis|craindre crains craint craignent|peindre peins peint peignent
éteindre éteint éteignent|joindre joint joignent|rejoindre rejoint rejoignent|acheter achète achètera|appeler appelle appellera
jeter jette jettera|payer paie paiera|envoyer envoie enverra|essayer essaie|vendre vend vendu|perdre perds perd perdu|rendre rend rendu
attendre attends attend attendu|répondre répond répondu|entendre entend entendu|descendre descend descendu|battre bats bat battu|rompre rompu
vaincre vaincu|haïr hait|coudre coud cousu|résoudre résout résolu|fuir fuit fui|œil yeux|cheval chevaux|journal journaux|travail travaux
animal animaux|hôpital hôpitaux|ciel cieux|monsieur messieurs|madame mesdames|mademoiselle mesdemoiselles|genou genoux|gâteau gâteaux
bateau bateaux|oiseau oiseaux|cadeau cadeaux|canal canaux|bijou bijoux
`;
