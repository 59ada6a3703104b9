import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ไม่ ไม่ใช่ อย่า',
  negativeParts: 'ไม่',
  affirmations: 'ใช่',
  numerals: 'ศูนย์ หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ',
  quantities: 'ยี่สิบ ร้อย พัน ครึ่ง',
  courtesies: 'สวัสดี สวัสดีครับ สวัสดีค่ะ ขอบคุณ ขอบคุณครับ ขอบคุณค่ะ ขอบคุณมาก',
  reactions: 'ครับ ค่ะ โอเค',
  questions: 'อะไร ใคร ที่ไหน ไหน เมื่อไหร่ เมื่อไร ทำไม อย่างไร ยังไง เท่าไหร่ เท่าไร กี่',
  corrections: 'จริงๆ',
  reminders: 'จำไว้|อย่าลืม|จำไว้นะ',
  that: 'ว่า',
};
