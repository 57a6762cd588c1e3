/** How each list was left in this window, by path: coming back to it by the menu finds it so, until someone else signs in. */
export const leftLists = new Map<string, string>()
