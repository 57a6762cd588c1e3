export type Headers = Readonly<Record<string, string>>

/** An answer in words, which nobody keeps. */
export const said = (status: number, message: string, headers: Headers = {}): Response =>
  Response.json({ message }, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
