/** Verbs and nouns with the forms that no stemmer knows. Forms that are more often another word, such as `left`, `rose` and `ground`, are left out. */
export const irregularWords = `
buy bought|bring brought|teach taught|catch caught|think thought|fight fought|seek sought|beseech besought|write wrote written
rewrite rewrote rewritten|drive drove driven|ride rode ridden|stride strode stridden|rise risen|arise arose arisen|strive strove striven
smite smote smitten|speak spoke spoken|break broke broken|steal stole stolen|choose chose chosen|freeze froze frozen|weave wove woven
wake woke woken|awake awoke awoken|forget forgot forgotten|forgive forgave forgiven|forbid forbade forbidden|give gave given|take took taken
mistake mistook mistaken|undertake undertook undertaken|overtake overtook overtaken|shake shook shaken|forsake forsook forsaken|eat ate eaten
fall fell fallen|befall befell befallen|see saw seen|foresee foresaw foreseen|oversee oversaw overseen|know knew known|grow grew grown
outgrow outgrew outgrown|throw threw thrown|overthrow overthrew overthrown|blow blew blown|fly flew flown|draw drew drawn
withdraw withdrew withdrawn|show shown|sow sown|mow mown|sew sewn|saw sawn|hew hewn|swim swam swum|sing sang sung|ring rang rung
spring sprang sprung|begin began begun|drink drank drunk|sink sank sunk|shrink shrank shrunk|stink stank stunk|run ran|come came
become became|overcome overcame|go went gone|undergo underwent undergone|hold held|withhold withheld|tell told|sell sold|find found|send sent
spend spent|lend lent|bend bent|rend rent|build built|rebuild rebuilt|lose lost|sleep slept|oversleep overslept|keep kept|weep wept
sweep swept|creep crept|leap leapt|meet met|feed fed|bleed bled|breed bred|speed sped|flee fled|lead led|mislead misled|pay paid|repay repaid
say said|hear heard|overhear overheard|make made|remake remade|stand stood|understand understood|misunderstand misunderstood
withstand withstood|sit sat|win won|spin spun|shoot shot|get got gotten|feel felt|deal dealt|mean meant|dream dreamt|lean leant|kneel knelt
learn learnt|burn burnt|spell spelt|smell smelt|spill spilt|spoil spoilt|dwell dwelt|hide hid hidden|bite bit bitten|slide slid|light lit
wear wore worn|tear tore torn|swear swore sworn|bear borne|lie lain|lay laid|hang hung|dig dug|stick stuck|strike struck stricken|sting stung
swing swung|cling clung|fling flung|sling slung|wring wrung|slink slunk|string strung|bind bound|tread trod trodden|swell swollen
prove proven|shave shaven|shear shorn|shine shone|slay slew slain|clothe clad|shoe shod|spit spat|beget begot begotten|child children
grandchild grandchildren|foot feet|tooth teeth|goose geese|mouse mice|louse lice|man men|woman women|person people|ox oxen|die dice
penny pence|knife knives|life lives|wife wives|housewife housewives|midwife midwives|leaf leaves|shelf shelves|bookshelf bookshelves
wolf wolves|half halves|loaf loaves|calf calves|thief thieves|elf elves|hoof hooves|scarf scarves|sheaf sheaves|wharf wharves|fireman firemen
policeman policemen|policewoman policewomen|fisherman fishermen|salesman salesmen|gentleman gentlemen|chairman chairmen
businessman businessmen|criterion criteria|phenomenon phenomena|crisis crises|analysis analyses|thesis theses|hypothesis hypotheses
diagnosis diagnoses|fungus fungi|cactus cacti|nucleus nuclei|stimulus stimuli|appendix appendices|index indices|matrix matrices
vertex vertices|bacterium bacteria|curriculum curricula|larva larvae
`;
