import { isFiller } from './is-filler';

describe('isFiller', () => {
  it.each([
    ['ar', 'صباح الخير، شكرا جزيلا'],
    ['bg', 'Здравейте, благодаря много!'],
    ['cs', 'Dobré ráno, prosím.'],
    ['da', 'Mange tak!'],
    ['de', 'Guten Morgen, danke dir!'],
    ['el', 'Γεια σου, ευχαριστώ πολύ!'],
    ['en', 'Okay, thank you very much'],
    ['es', 'Muy bien, muchas gracias.'],
    ['fi', 'Hyvää huomenta, kiitos paljon'],
    ['fr', "D'accord, merci beaucoup."],
    ['he', 'תודה רבה, בוקר טוב'],
    ['hi', 'ठीक है, धन्यवाद'],
    ['hu', 'Jó reggelt, köszönöm!'],
    ['id', 'Terima kasih, selamat pagi'],
    ['it', 'Va bene, grazie mille'],
    ['ja', 'わかりました'],
    ['ko', '네, 감사합니다'],
    ['lt', 'Labas, ačiū labai'],
    ['pl', 'Dzień dobry, bardzo dziękuję'],
    ['pt', 'Tudo bem, muito obrigado'],
    ['ru', 'Хорошо, спасибо большое'],
    ['sv', 'God morgon, tack!'],
    ['sw', 'Sawa, asante sana'],
    ['th', 'ขอบคุณครับ'],
    ['tr', 'Tamam, teşekkür ederim'],
    ['uk', 'Добрий день, дуже дякую'],
    ['vi', 'Xin chào, cảm ơn ạ'],
    ['zh', '好的，谢谢'],
  ])('is true of greetings, thanks and reactions: %s', (_code, text) => {
    expect(isFiller(text)).toBe(true);
  });

  it.each(['Danke, der Schlüssel passt.', 'Grazie per le chiavi', 'Kiitos avaimesta', '谢谢你的钥匙', 'Okay, Bergen'])(
    'is false of a sentence with anything else: %s',
    (text) => {
      expect(isFiller(text)).toBe(false);
    },
  );
});
