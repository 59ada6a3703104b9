/** Where somebody lives, and what they eat or keep, as people write it in chats; the last one says that they have moved. */
export const LANGUAGES: Readonly<Record<string, readonly [string, string, string]>> = {
  English: ['i live in oslo', 'im vegetarian', 'i moved to bergen last month'],
  German: ['Ich wohne in Oslo.', 'Ich bin Vegetarier.', 'Ich bin letzten Monat nach Bergen gezogen.'],
  French: ["J'habite à Oslo.", 'Je suis végétarienne.', "J'ai déménagé à Bergen."],
  Spanish: ['Vivo en Oslo.', 'Soy vegetariana.', 'Me mudé a Bergen el mes pasado con Rex.'],
  Portuguese: ['Moro em Oslo.', 'Sou vegetariana.', 'Mudei para Bergen no mês passado.'],
  Turkish: ["Oslo'da yaşıyorum.", 'Vejetaryen oldum.', "Geçen ay Bergen'e taşındım."],
  Russian: ['Я живу в Осло.', 'Я вегетарианка.', 'В прошлом месяце я переехала в Берген.'],
  Arabic: ['أعيش في أوسلو.', 'أنا نباتي.', 'انتقلت إلى بيرغن الشهر الماضي.'],
  Hebrew: ['אני גר באוסלו.', 'אני צמחוני.', 'עברתי לברגן בחודש שעבר.'],
  Chinese: ['我住在奥斯陆。', '我吃素。', '我上个月搬到卑尔根了。'],
  Japanese: ['オスロに住んでいます。', '菜食主義者です。', '先月ベルゲンに引っ越しました。'],
  Thai: ['ฉันอาศัยอยู่ที่ออสโล', 'ฉันกินมังสวิรัติ', 'ฉันย้ายไปเบอร์เกนเมื่อเดือนที่แล้ว'],
  Korean: ['저는 오슬로에 살아요.', '저는 채식을 해요.', '지난달에 베르겐으로 이사했어요.'],
  Hindi: ['मैं ओस्लो में रहता हूँ।', 'मैं शाकाहारी हूँ।', 'मैं पिछले महीने बर्गन चला गया।'],
};
