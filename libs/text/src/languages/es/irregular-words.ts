/** Verbs and nouns with the forms that no stemmer knows, the base first. */
export const irregularWords = `
ir voy vas va vamos van fui fuiste fue fuimos fueron iba iban ido vaya iré irá yendo
tener tengo tienes tiene tenemos tienen tuve tuvo tuvimos tuvieron tendré tendrá tenga|mantener mantengo mantiene mantuvo
obtener obtiene obtuvo|hacer hago hace hacemos hice hizo hicimos hicieron hecho haré hará haga
decir digo dice decimos dicen dije dijo dijimos dijeron dicho diré dirá diga diciendo
poner pongo pone puse puso pusimos pusieron puesto pondré pondrá ponga|proponer propone propuso propuesto
suponer supongo supone supuso supuesto|traer traigo trae traje trajo trajimos trajeron traído
poder puedo puede podemos pueden pude pudo pudimos pudieron podré podrá pueda
querer quiero quiere queremos quieren quise quiso quisieron querré querrá
venir vengo viene venimos vienen vine vino vinimos vinieron vendré vendrá venga|ver veo ve vemos ven vi vio vimos vieron visto veía
dar doy da damos dan di dio dimos dieron|dormir duermo duerme durmió durmieron durmiendo|morir muero muere murió murieron muerto
saber sé sabe supe supo supimos supieron sabré sabrá sepa|caber quepo cabe cupo|andar anduve anduvo anduvieron
conducir conduzco conduce conduje condujo|traducir traduzco traduce traduje tradujo|producir produce produjo
salir salgo sale salió saldré saldrá|oír oigo oye oyó oído|caer caigo cae cayó caído|leer leo lee leyó leído|creer creo cree creyó creído
construir construyo construye construyó|huir huyo huye huyó|pedir pido pide pidió pidieron|servir sirvo sirve sirvió|seguir sigo sigue siguió
conseguir consigo consigue consiguió|repetir repite repitió|vestir visto viste vistió|elegir elijo elige eligió|medir mide midió|reír ríe rió
sentir siento siente sintió|mentir miente mintió|preferir prefiero prefiere prefirió|pensar pienso piensa|empezar empiezo empieza empecé
comenzar comienzo comienza comencé|cerrar cierro cierra|despertar despierto despierta|perder pierdo pierde|entender entiendo entiende
volver vuelvo vuelve vuelto|devolver devuelve devuelto|encontrar encuentro encuentra|contar cuento cuenta|costar cuesta
recordar recuerdo recuerda|acostar acuesta|probar pruebo prueba|soñar sueño sueña|volar vuela|mostrar muestra|jugar juego juega jugué
llegar llegué|pagar pagué|buscar busqué|tocar toqué|sacar saqué|abrir abierto|escribir escrito|romper roto|cubrir cubierto
descubrir descubierto|resolver resuelve resuelto|freír frito|conocer conozco|llover llueve|nevar nieva|nacer nace nazco|pez peces|luz luces
vez veces|voz voces|lápiz lápices|nariz narices|cruz cruces|raíz raíces|juez jueces|actriz actrices|feliz felices|nuez nueces|arroz arroces
`;
