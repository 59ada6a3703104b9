import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ទេ មិន អត់ កុំ គ្មាន',
  negativeParts: 'មិន គ្មាន',
  affirmations: 'បាទ ចាស',
  numerals: 'សូន្យ មួយ ពីរ បី បួន ប្រាំ ប្រាំមួយ ប្រាំពីរ ប្រាំបី ប្រាំបួន ដប់',
  quantities: 'ម្ភៃ រយ ពាន់ កន្លះ',
  courtesies: 'សួស្តី អរគុណ សូម',
  reactions: 'ល្អ យល់ព្រម អរុណសួស្តី',
  questions: 'អ្វី អី អ្នកណា ណា ឯណា ពេលណា ហេតុអ្វី យ៉ាងណា ប៉ុន្មាន',
};
