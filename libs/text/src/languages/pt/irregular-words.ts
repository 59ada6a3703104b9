/** Verbs and nouns with the forms that no stemmer knows, the base first. */
export const irregularWords = `
ir vou vai vamos vão fui foi fomos foram ia iam ido irei irá vá|ter tenho tem temos têm tive teve tivemos tiveram tinha terei terá
manter mantém manteve|obter obtém obteve|fazer faço faz fazemos fazem fiz fez fizemos fizeram feito farei fará
dizer digo diz dizemos dizem disse dissemos disseram dito direi dirá|trazer trago traz trazem trouxe trouxemos trouxeram trarei trará
pôr ponho põe põem pus pôs pusemos puseram posto|propor propõe propôs proposto|poder posso pode podemos pude pôde puderam poderá
querer quero quer queremos querem quis quiseram|saber sei sabe sabem soube soubemos souberam
vir venho vem vimos vêm vim veio viemos vieram vindo virei virá|ver vejo vê vemos veem viu viram visto
dar dou dá damos dão dei deu demos deram|estar estou está estão estive esteve estiveram|caber caibo cabe coube|haver há houve
ler leio lê leem leu li lido|crer creio crê|sair saio sai saíram saiu|cair caio cai caiu|ouvir ouço ouve ouviu|pedir peço pede pediu
medir meço mede|perder perco perde perdeu|dormir durmo dorme dormiu|seguir sigo segue|conseguir consigo consegue|sentir sinto sente
mentir minto mente|servir sirvo serve|vestir visto veste|preferir prefiro prefere|subir subo sobe|fugir fujo foge|rir rio ri riu
escrever escrevi escreveu escrito|abrir abriu aberto|cobrir cubro cobre coberto|descobrir descubro descobre descoberto
pagar paguei pago pagou|ganhar ganhei ganho|gastar gastei gasto|entregar entreguei entregue|morrer morreu morto|ficar fiquei|chegar cheguei
buscar busquei|tocar toquei|homem homens|pão pães|cão cães|mão mãos|irmão irmãos|avião aviões|coração corações|limão limões|leão leões
animal animais|jornal jornais|hotel hotéis|papel papéis|lençol lençóis|azul azuis|viagem viagens
`;
