import type { ScreenDefinition } from './registry'

/** What a screen is called in menus. */
export function screenName(screen: ScreenDefinition): string {
  return screen.label ?? screen.title
}
