/** Works something out of a list once, for as long as somebody holds the list. Lists of texts never change. */
export function memoizeByList<List extends object, Value>(of: (list: List) => Value): (list: List) => Value {
  const known = new WeakMap<List, { readonly value: Value }>();
  return (list) => {
    const before = known.get(list);
    if (before) return before.value;
    const value = of(list);
    known.set(list, { value });
    return value;
  };
}
