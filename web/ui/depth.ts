import { createContext } from 'react'

declare module 'react' {
  // Custom properties are valid in `style`; React's types leave them out.
  interface CSSProperties {
    readonly [property: `--${string}`]: string | number | undefined
  }
}

/** How many dialogs lie under: each is inset 16 px more. */
export const DepthContext = createContext(0)
