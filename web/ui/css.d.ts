import 'react'

declare module 'react' {
  // Custom properties are valid in `style`; React's types leave them out.
  interface CSSProperties {
    readonly [property: `--${string}`]: string | number | undefined
  }
}
