import { words } from '@crumbtrail/hints';

/** Words of greetings, thanks and reactions in many languages: a sentence of nothing else says nothing that lasts. */
const FILLER = new Set(
  (
    'hallo hi hey moin servus tschüss danke dir euch bitte gut gute guten morgen tag abend nacht schön sehr super genau klar natürlich ok okay ja nein doch ach so na oh ' +
    'bonjour bonsoir salut merci beaucoup bien oui non voilà accord au revoir ' +
    'hola buenos buenas días dias tardes noches gracias muchas muy bien sí si no vale claro adiós adios de nada ' +
    'olá ola obrigado obrigada bom boa dia tarde noite muito tudo bem sim não nao claro tchau ' +
    'ciao buongiorno buonasera grazie mille prego va bene ' +
    'merhaba selam günaydın teşekkürler teşekkür ederim sağol tamam evet hayır iyi geceler günler ' +
    'cześć dzień dobry dziękuję bardzo tak nie hej tack god morgon bra takk dank je wel goedemorgen ' +
    'привет здравствуй здравствуйте спасибо большое пожалуйста да нет хорошо ладно понятно конечно доброе утро добрый день вечер пока ' +
    'مرحبا السلام عليكم شكرا شكراً جزيلا جزيلاً نعم لا حسنا حسناً صباح الخير مساء ' +
    'שלום תודה רבה כן לא בסדר בוקר טוב ערב לילה ' +
    'नमस्ते धन्यवाद शुक्रिया हाँ हां नहीं ठीक है अच्छा ' +
    '안녕 안녕하세요 감사합니다 고마워 고마워요 고맙습니다 네 예 아니요 알겠습니다 좋아요 ' +
    '你好 您好 早上好 晚上好 谢谢 谢谢你 多谢 好的 是的 不是 好 嗯 再见 没问题 哈哈 太好了 ' +
    'こんにちは こんばんは おはよう おはようございます ありがとう ありがとうございます はい いいえ わかりました 了解です さようなら 了解 ' +
    'สวัสดี สวัสดีครับ สวัสดีค่ะ ขอบคุณ ขอบคุณครับ ขอบคุณค่ะ ขอบคุณมาก ครับ ค่ะ ใช่ ไม่ใช่ โอเค'
  ).split(' '),
);

/** Is every word of a sentence one of a greeting, of thanks, or of a reaction? */
export const isFiller = (text: string): boolean => words(text).every((word) => FILLER.has(word));
