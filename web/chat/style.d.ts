/** A style sheet as text, for a chunk that brings its own. */
declare module '*/chat.css' {
  const text: string
  export default text
}
