/** Two letters for an avatar. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => (word ?? '').slice(0, 1))
  return letters.join('').toUpperCase()
}

/** One of 26 colours, the same for the same name. */
export function avatarHue(name: string): number {
  const code = (name.trim().toUpperCase().codePointAt(0) ?? 65) - 65
  return Math.round((((code % 26) + 26) % 26) * (360 / 26))
}
