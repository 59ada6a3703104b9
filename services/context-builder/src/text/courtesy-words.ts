import { wordList } from './word-list';

/**
 * Words of greeting, thanks and hesitation. At the beginning or the end of a text they change nothing of what it says. A word that is missing here only keeps
 * two texts apart.
 */
const COURTESY = wordList(
  'hello hi hey well oh so ok okay please thanks thank you thx cheers hallo moin na also bitte danke schön bonjour salut bon eh merci hola bueno pues por favor gracias',
  'ciao allora beh grazie prego olá oi bem obrigado obrigada hoi dag nou alsjeblieft alstublieft bedankt dank hej hei tjena tack snälla takk vennligst tak hejsa moi kiitos',
  'cześć hej dzień dobry proszę dziękuję ahoj dobrý den prosím děkuji szia kérem köszönöm merhaba selam lütfen teşekkürler привет здравствуйте ну пожалуйста спасибо',
  'привіт будь ласка дякую γεια παρακαλώ ευχαριστώ مرحبا أهلا شكرا שלום בבקשה תודה नमस्ते धन्यवाद कृपया こんにちは ありがとう お願いします 안녕하세요 안녕 감사합니다 你好 您好 谢谢 謝謝 请 請',
  'สวัสดี ขอบคุณ xin chào cảm ơn halo hai tolong terima kasih',
);

/** The words without courtesy at both ends; all of them where nothing else is left. */
export function withoutCourtesy(words: readonly string[]): readonly string[] {
  let from = 0;
  let to = words.length;
  while (from < to && COURTESY.has(words[from] as string)) from += 1;
  while (to > from && COURTESY.has(words[to - 1] as string)) to -= 1;
  return from === to ? words : words.slice(from, to);
}
