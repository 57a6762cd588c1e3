export type AbcClass = 'A' | 'B' | 'C'

const A_SHARE = 0.8
const B_SHARE = 0.95

/**
 * The ABC curve: by value, the products that make the first 80 % are A, those to 95 % B, the rest C. The product that crosses a limit still
 * belongs to the class before it; what has no value is C. Ties keep their order. The answer is in the order of the input.
 */
export function abcClasses(values: readonly number[]): AbcClass[] {
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0)
  const order = values
    .map((value, at) => ({ value: Math.max(0, value), at }))
    .sort((a, b) => b.value - a.value || a.at - b.at)
  const classes: AbcClass[] = values.map(() => 'C')
  let before = 0
  for (const { value, at } of order) {
    if (value > 0) classes[at] = before < A_SHARE * total ? 'A' : before < B_SHARE * total ? 'B' : 'C'
    before += value
  }
  return classes
}
