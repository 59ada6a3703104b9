/** Past tenses that do not end in -ed. */
export const PAST_VERBS = new Set(
  `went got met saw made took gave came ran left lost found felt told said thought knew grew kept held heard began became wrote spoke drove
  flew ate drank slept won built bought brought caught taught sold sent spent paid read set put cut hit let quit cost chose broke wore
  sang swam sat stood rode fell led meant hurt beat bent dealt fought hid hung laid lent lit shot shut stole swore tore threw understood
  woke withdrew bet bid burst cast forgot forgave froze fled sank shook slid spread stuck struck swept`.split(/\s+/),
);
/** Verbs in the present tense of the first person. */
export const PRESENT_VERBS = new Set(
  `like love enjoy prefer hate dislike live work study teach play want need plan hope think know feel own use run drive speak read write
  collect collaborate believe say mean keep make take go come get give find see hear eat drink sleep wake wear sing swim sit
  stand ride volunteer practice practise train sell buy pay spend cook bake paint draw dance travel commute rent share support help
  remember understand appreciate miss look listen watch follow visit call start stop try wish expect intend suffer manage lead
  code build grow raise attend belong cost owe suggest agree disagree regret design develop maintain
  deploy host store track leave arrive depart open close begin end die happen`.split(/\s+/),
);
