/** Verbs and nouns with the forms that no stemmer knows, the base first. */
export const irregularWords = `
andare vado vai va andiamo vanno andrò andrà vada|fare faccio fai fa facciamo fanno feci fece fecero fatto farò farà facevo faceva
dire dico dici dice diciamo dicono dissi disse dissero detto dirò dirà diceva|dare do dai dà danno diedi diede dato darò darà
stare sto stai sta stanno stetti stette stato starò starà|venire vengo vieni viene vengono venni venne vennero venuto verrò verrà
tenere tengo tieni tiene tengono tenni tenne tenuto terrò|uscire esco esci esce escono uscito|riuscire riesco riesce riuscito
sapere so sai sa sappiamo sanno seppi seppe saprò saprà|potere posso puoi può possono potuto potrò potrà
volere voglio vuoi vuole vogliono volli volle voluto vorrei vorrà|dovere devo devi deve devono dovuto dovrò dovrà
bere bevo beve beviamo bevono bevve bevuto berrò|vedere vedo vede vidi vide videro visto veduto vedrò
prendere prendo prende presi prese presero preso|mettere metto mette misi mise misero messo|promettere promette promise promesso
permettere permette permise permesso|scrivere scrivo scrive scrissi scrisse scritto|leggere leggo legge lessi lesse letto
chiedere chiedo chiede chiesi chiese chiesto|rispondere rispondo risponde risposi rispose risposto
chiudere chiudo chiude chiusi chiuse chiuso|perdere perdo perde persi perse perso|vivere vivo vive vissi visse vissuto
nascere nasce nacqui nacque nato|morire muoio muore morì morto|conoscere conosco conosce conobbi conobbe conosciuto
crescere cresce crebbe cresciuto|piacere piace piacque piaciuto|rompere rompo rompe ruppi ruppe rotto|correre corro corre corsi corse corso
scegliere scelgo sceglie scelsi scelse scelto|togliere tolgo toglie tolse tolto|raccogliere raccolgo raccoglie raccolse raccolto
rimanere rimango rimane rimasi rimase rimasto|salire salgo sale salito|scendere scendo scende scesi scese sceso
spendere spende spesi spese speso|accendere accende accese acceso|spegnere spengo spegne spense spento|vincere vinco vince vinsi vinse vinto
dipingere dipinge dipinse dipinto|piangere piange pianse pianto|giungere giunge giunse giunto|aggiungere aggiunge aggiunse aggiunto
aprire apro apre aperto|offrire offre offerto|coprire copre coperto|scoprire scopre scoperto|muovere muove mosse mosso|cuocere cuoce cotto
decidere decide decisi decise deciso|ridere ride rise riso|uccidere uccide uccise ucciso|tradurre traduce tradusse tradotto
produrre produce produsse prodotto|condurre conduce condotto|porre pone pose posto|proporre propone propose proposto
apparire appare apparve apparso|cadere cade caddi cadde caduto|sedere siedo siede seduto|uomo uomini|uovo uova|dito dita|braccio braccia
ginocchio ginocchia|lenzuolo lenzuola|paio paia|bue buoi|amico amici|medico medici|dio dei|moglie mogli
`;
