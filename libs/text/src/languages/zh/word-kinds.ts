import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: '不 不是 没 没有 沒 沒有 非 无 無 别 未',
  negativeParts: '不 没 沒 无 無 非 别 未',
  affirmations: '是 是的 对 對',
  numerals: '零|〇 一 二|两|兩 三 四 五 六 七 八 九 十',
  quantities: '百 千 万 萬 半',
  courtesies: '你好 您好 谢谢 謝謝 谢谢你 多谢 请 請 早上好 晚上好 再见',
  reactions: '好 好的 嗯 没问题 哈哈 太好了',
  questions: '什么 谁 哪里 哪儿 哪 何时 什么时候 为什么 怎么 怎样 多少 几 什麼 誰 哪裡',
  corrections: '其实 其實',
  reminders: '记住|請記住|请记住|记得|記住|别忘了|記得|别忘记',
  that: '，',
};
