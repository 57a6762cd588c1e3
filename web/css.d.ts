/** Style sheets that a chunk brings with it, as text: `import style from './x.css' with { type: 'text' }`. */
declare module '*.css' {
  const text: string
  export default text
}
