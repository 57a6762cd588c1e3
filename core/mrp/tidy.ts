/** A quantity without the dust that sums of doubles leave past the ninth decimal. */
export function tidy(value: number): number {
  if (Number.isInteger(value)) return value
  const scaled = value * 1e9
  return Math.abs(scaled) < 2 ** 52 ? Math.round(scaled) / 1e9 || 0 : Number(value.toFixed(9))
}
