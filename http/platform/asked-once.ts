/**
 * What several callers want at a time is asked by the first of them, and known to the others as long as it `isFresh`. It is asked on that one's own connection: where
 * they leave in the middle, or their call fails beside it, the others are none the worse and ask for themselves. Throws what asking throws.
 */
export async function askedOnce<V extends object>(
  known: Map<string, Promise<V>>,
  key: string,
  ask: () => Promise<V>,
  isFresh: (value: V) => boolean = () => true,
): Promise<V> {
  for (let other = known.get(key); other; other = known.get(key)) {
    const value = await other.catch(() => undefined)
    if (value && isFresh(value)) return value
    if (known.get(key) === other) known.delete(key)
  }
  const asked = ask()
  known.set(key, asked)
  return asked
}
