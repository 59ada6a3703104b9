import { defineLanguage } from '../language';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const vietnamese = defineLanguage({
  code: 'vi',
  script: 'Latin',
  letters: 'àáâãèéêìíòóôõùúýăđơưạảấầậắằặẹẻẽếềệỉịọỏốồộớờợụủứừựỳỷỹ',
  stopWords: (
    'và là của có không cho trong với được các một những này đó khi thì mà ở đã sẽ đang cũng như để từ ra vào lên ' +
    'xuống nhưng hay hoặc nếu vì bởi tôi bạn anh chị em ông bà nó chúng ta họ gì ai đâu nào sao bao nhiêu mấy thế ' +
    'rất quá lại còn đến về theo trên dưới'
  ).split(' '),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
