/** Where drafts lie: under the user's number and a digest, so that nothing of them can be read but by who holds their key. */
export const draftPrefix = (user: number): string => `prumo.rascunho.${user}.`

/** Every draft of a user goes from this browser. */
export function eraseDrafts(user: number): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(draftPrefix(user))) localStorage.removeItem(name)
  } catch {
    // Without a storage there are none.
  }
}
